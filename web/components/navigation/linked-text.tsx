import { TextAnchor } from './text-link.tsx'

interface LinkedTextProps {
  text: string
  /** `https://host`: links only addresses of this site. We cannot vouch for others. */
  origin: string
}

/** User-written text in which addresses of this site become links. */
export function LinkedText({ text, origin }: LinkedTextProps) {
  return partsOf(text, origin).map((part, index) =>
    part.startsWith(`${origin}/`) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <TextAnchor key={index} href={part} className="wrap-anywhere">
        {part}
      </TextAnchor>
    ) : (
      part
    ),
  )
}

/** Splits into alternating texts and addresses. Trailing punctuation is not part of an address. */
function partsOf(text: string, origin: string): string[] {
  const begin = `${origin}/`.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  const address = new RegExp(`((?<![^\\s(„"'])${begin}[^\\s<>"']*[^\\s<>"'.,;:!?)])`)
  return text.split(address)
}
