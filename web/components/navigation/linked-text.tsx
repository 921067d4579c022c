import { TextAnchor } from './text-link.tsx'

interface LinkedTextProps {
  text: string
  /** `https://host`: addresses of this site become links. Where others lead, nobody here answers for. */
  origin: string
}

/** A text somebody wrote, in which addresses of this site can be followed. */
export function LinkedText({ text, origin }: LinkedTextProps) {
  return partsOf(text, origin).map((part, index) =>
    part.startsWith(`${origin}/`) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <TextAnchor key={index} href={part} className="wrap-anywhere">
        {part}
      </TextAnchor>
    ) : (
      part
    ),
  )
}

/** Texts and addresses in turn. What ends a sentence does not belong to the address before it. */
function partsOf(text: string, origin: string): string[] {
  const begin = `${origin}/`.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  const address = new RegExp(`((?<![^\\s(„"'])${begin}[^\\s<>"']*[^\\s<>"'.,;:!?)])`)
  return text.split(address)
}
