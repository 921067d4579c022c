import type { LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import type { ServiceType } from '#contract/service-fields.ts'
import type { Service } from '#contract/services.ts'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { downFirst } from './service-order.ts'
import { ServiceTile } from './service-tile.tsx'
import { useOwnServices } from './use-own-services.ts'

interface ServiceTilesProps {
  /** The customer of the portal. */
  customerId: string
  serviceLink: (service: Pick<Service, 'id'>) => LinkProps
  /** Link to all services of a kind, if there are more than shown. */
  kindLink: (kind: ServiceType) => LinkProps
  /** Maximum number per kind, those with a problem first. */
  max?: number
}

/** A customer's services as tiles by kind. Omits kinds without services; renders nothing without any. */
export function ServiceTiles({ customerId, serviceLink, kindLink, max = 6 }: ServiceTilesProps) {
  const own = useOwnServices(customerId)
  if (own.isPending) return <SkeletonText lines={4} />
  return (
    <div className="grid gap-8 empty:hidden">
      {own.hasFailed ? <ErrorState text={serviceTexts.listFailed} onRetry={own.retry} busy={own.isFetching} /> : null}
      {own.kinds.map(({ kind, services }) =>
        services.length > 0 ? (
          <Kind key={kind} kind={kind} services={services} serviceLink={serviceLink} kindLink={kindLink} max={max} />
        ) : null,
      )}
    </div>
  )
}

interface KindProps extends Required<Pick<ServiceTilesProps, 'serviceLink' | 'kindLink' | 'max'>> {
  kind: ServiceType
  services: readonly Service[]
}

function Kind({ kind, services, serviceLink, kindLink, max }: KindProps) {
  const titleId = useId()
  const shown = services.toSorted(downFirst).slice(0, max)
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 id={titleId} className="text-lead">
          {serviceTexts.kindsPlural[kind]}
        </h3>
        {services.length > shown.length ? (
          <TextLink {...kindLink(kind)} className="text-label">
            {serviceTexts.allOfKind(kind)}
          </TextLink>
        ) : null}
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(service => (
          <li key={service.id} className="min-w-0">
            <ServiceTile service={service} link={serviceLink(service)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
