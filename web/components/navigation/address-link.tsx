import { mapHref } from '#web/lib/format/address-lines.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { TextAnchor } from './text-link.tsx'

interface AddressLinkProps {
  /** Lines of the address. */
  lines: readonly string[]
  /** The addressee, above the lines; not part of the map search. */
  name?: string | undefined
}

/** A postal address that opens a map. */
export function AddressLink({ lines, name }: AddressLinkProps) {
  return (
    <address className="not-italic">
      {name ? <span className="block">{name}</span> : null}
      <TextAnchor
        href={mapHref(lines)}
        rel="noopener noreferrer nofollow"
        title={commonTexts.showOnMap}
        className="inline-flex flex-col"
      >
        {lines.map(line => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </TextAnchor>
    </address>
  )
}
