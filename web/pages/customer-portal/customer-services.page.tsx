import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ListBar, ListRows } from '#web/components/list/list-rows.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { CollectionGroups } from '#web/features/services/collection-groups.tsx'
import { collectionsQuery } from '#web/features/services/service.query-options.ts'
import { serviceListView } from '#web/features/services/service-list.tsx'
import { ServiceSummary } from '#web/features/services/service-summary.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { serviceViews } from '#web/pages/service-page-views.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { NewRequestLink } from './new-request-link.tsx'

const route = getRouteApi(paths.customerServices)

/** /customer-portal/services-overview: the services of the user's customer record, for admins too; as a list or in groups. */
export function CustomerServicesPage() {
  const { view } = route.useSearch()
  const { customer, websiteServices, applicationServices, deviceServices } = useSession()
  const { data: groups } = useQuery(collectionsQuery({ customer: customer?.id, page_size: 1 }))
  // The data loaded at start-up usually decides this before the answer arrives, which avoids a layout shift.
  const loaded = [...(websiteServices ?? []), ...(applicationServices ?? []), ...(deviceServices ?? [])]
  const hasGroups =
    view === 'groups' || (groups ? groups.count > 0 : loaded.some(({ collectionId }) => collectionId !== null))
  return (
    <>
      <PageHeader title={serviceTexts.title} />
      <div className="grid gap-6 phone:gap-4">
        {hasGroups ? (
          <SectionNav
            label={serviceTexts.views}
            items={serviceViews.customer.map(({ view: name, label }) => ({
              label,
              link: { to: paths.customerServices, search: name === undefined ? {} : { view: name } },
              exact: true,
            }))}
          />
        ) : null}
        <ServiceSummary
          customerId={customer?.id}
          listLink={filter => ({ to: paths.customerServices, search: filter })}
        />
        {view === 'groups' ? (
          <CollectionGroups customerId={customer?.id} serviceLink={serviceLink} emptyAction={<NewRequestLink />} />
        ) : (
          <ServiceRows customerId={customer?.id} />
        )}
      </div>
    </>
  )
}

function serviceLink({ id }: Pick<Service, 'id'>) {
  return { to: paths.customerService, params: { id } } as const
}

function ServiceRows({ customerId }: { customerId: string | undefined }) {
  const { view: _, ...filter } = route.useSearch()
  const shown = useList({
    list: serviceListView,
    whose: 'own',
    filter,
    asked: { ...filter, customer: customerId },
    onFilterChange: listAddress(filter, route.useNavigate()).change,
  })
  return (
    <>
      <ListBar shown={shown} />
      <ListRows
        shown={shown}
        rowLink={serviceLink}
        empty={serviceTexts.emptyCustomer}
        emptyAction={<NewRequestLink />}
        skeletonRows={8}
      />
    </>
  )
}
