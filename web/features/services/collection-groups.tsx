import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Service } from '#contract/services.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { allCollectionsQuery, allServicesQuery } from './service.query-options.ts'
import { downFirst } from './service-order.ts'
import { ServiceTile, type TileService } from './service-tile.tsx'

interface CollectionGroupsProps {
  customerId: string | undefined
  serviceLink: (service: Pick<Service, 'id'>) => LinkProps
  /** The obvious next step without services. */
  emptyAction: ReactNode
}

/** A customer's services by group, followed by those without a group. */
export function CollectionGroups({ customerId, serviceLink, emptyAction }: CollectionGroupsProps) {
  const groups = useQuery(allCollectionsQuery(customerId))
  const services = useQuery(allServicesQuery(customerId))
  const failed = [groups, services].find(query => query.isError && !query.data)
  if (failed) {
    return <ErrorState text={serviceTexts.listFailed} onRetry={failed.refetch} busy={failed.isFetching} />
  }
  if (!groups.data || !services.data) return <SkeletonText lines={6} />
  const byId = new Map(services.data.map(service => [service.id, service]))
  const ungrouped = services.data.filter(({ collectionId }) => collectionId === null)
  if (services.data.length === 0) return <EmptyState text={serviceTexts.emptyCustomer} action={emptyAction} />
  return (
    <div className="grid gap-10">
      {groups.data.map(group => (
        <Group
          key={group.id}
          title={group.name}
          description={group.description}
          services={group.services.map(service => byId.get(service.id) ?? service)}
          serviceLink={serviceLink}
        />
      ))}
      {ungrouped.length > 0 ? (
        <Group title={texts.without} description="" services={ungrouped} serviceLink={serviceLink} />
      ) : null}
    </div>
  )
}

const texts = collectionTexts

interface GroupProps extends Pick<CollectionGroupsProps, 'serviceLink'> {
  title: string
  description: string
  services: readonly TileService[]
}

function Group({ title, description, services, serviceLink }: GroupProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <div>
        <h2 id={titleId} className="text-heading">
          {title}
        </h2>
        {description ? <p className="max-w-reading text-label text-muted">{description}</p> : null}
      </div>
      {services.length === 0 ? <p className="text-label text-muted">{texts.noServices}</p> : null}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {services.toSorted(downFirst).map(service => (
          <li key={service.id} className="min-w-0">
            <ServiceTile service={service} link={serviceLink(service)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
