import { StateBadge } from '#web/components/display/state-badge.tsx'
import './services.css'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { joinFacts } from '#web/lib/format/format.ts'
import { KindIcon } from './kind-icon.tsx'
import { heardText, isWatchable, placeText, serviceLooks } from './service.labels.ts'

/** The data of a tile; a complete service also shows its address and its last response. */
export type TileService = Service | Pick<Service, 'id' | 'type' | 'name' | 'state'>

interface ServiceTileProps {
  service: TileService
  link: LinkProps
}

/** A service at a glance: kind, state and last response. */
export function ServiceTile({ service, link }: ServiceTileProps) {
  const note = 'customer' in service ? joinFacts([placeText(service), heardText(service)]) : ''
  return (
    <Link {...link} className="service-tile">
      <span className="flex items-start gap-2.5">
        <span className="mt-0.5 text-muted">
          <KindIcon type={service.type} />
        </span>
        <span className="min-w-0 flex-1 font-semibold hyphens-auto wrap-anywhere">{service.name}</span>
      </span>
      <span className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        {isWatchable(service) ? <StateBadge state={service.state} looks={serviceLooks(service.type)} /> : null}
        {note ? <span className="min-w-0 text-small text-muted wrap-anywhere">{note}</span> : null}
      </span>
    </Link>
  )
}
