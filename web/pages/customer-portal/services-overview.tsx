import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageSizeDefault } from '#contract/limits.ts'
import type { Service } from '#contract/services.ts'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Pager } from '#web/components/pager.tsx'
import { SectionNav } from '#web/components/section-nav.tsx'
import { orderingOf, sortOf } from '#web/components/table-column.ts'
import { CollectionGroups } from '#web/features/services/collection-groups.tsx'
import { collectionsQuery, type ServiceFilter, servicesQuery } from '#web/features/services/queries.ts'
import { isFiltered, ServiceFilters } from '#web/features/services/service-filters.tsx'
import { serviceOrderingFrom } from '#web/features/services/service-ordering.ts'
import { ServiceSummary } from '#web/features/services/service-summary.tsx'
import { ServiceTable } from '#web/features/services/service-table.tsx'
import { usePageRows } from '#web/lib/use-page-rows.ts'
import { useSession } from '#web/lib/use-session.ts'
import { changedSearch } from '#web/pages/changed-search.ts'
import { AskLink } from '#web/pages/customer-portal/ask-link.tsx'
import { serviceTexts } from '#web/texts/services.ts'

const route = getRouteApi(paths.customerServices)

/** /customer-portal/services-overview: the services of the own customer record, also for an admin; as a list or in their groups. */
export function CustomerServicesPage() {
  const { view } = route.useSearch()
  const { customer } = useSession()
  const { data: groups } = useQuery(collectionsQuery({ customer: customer?.id, page_size: 1 }))
  const hasGroups = view === 'groups' || (groups?.count ?? 0) > 0
  return (
    <>
      <PageHeader title={serviceTexts.title} />
      <div className="grid gap-6">
        {hasGroups ? (
          <SectionNav
            label={serviceTexts.views}
            items={[
              { label: serviceTexts.asList, link: { to: paths.customerServices, search: {} }, exact: true },
              {
                label: serviceTexts.asGroups,
                link: { to: paths.customerServices, search: { view: 'groups' } },
                exact: true,
              },
            ]}
          />
        ) : null}
        <ServiceSummary customerId={customer?.id} />
        {view === 'groups' ? (
          <CollectionGroups customerId={customer?.id} serviceLink={serviceLink} emptyAction={<AskLink />} />
        ) : (
          <ServiceList customerId={customer?.id} />
        )}
      </div>
    </>
  )
}

function serviceLink({ id }: Pick<Service, 'id'>) {
  return { to: paths.customerService, params: { id } } as const
}

function ServiceList({ customerId }: { customerId: string | undefined }) {
  const { view: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(servicesQuery({ ...search, customer: customerId }))

  function change(changes: ServiceFilter, isCorrection = false) {
    const isPaging = changes.page !== undefined && !isCorrection
    const next = changedSearch(search, changes)
    void navigate({ to: paths.customerServices, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  const rows = usePageRows(list, search, page => change({ page }, true))
  const reset = () => change({ search: undefined, type: undefined, state: undefined, collection: undefined })

  return (
    <>
      <ServiceFilters filter={search} onChange={change} onReset={reset} />
      <div>
        <ServiceTable
          rows={rows}
          serviceLink={serviceLink}
          sort={sortOf(search.ordering ?? 'name')}
          onSortChange={sort => change({ ordering: serviceOrderingFrom(orderingOf(sort)) })}
          isFetching={list.isFetching}
          hasFailed={list.isError}
          onRetry={list.refetch}
          onResetFilters={isFiltered(search) ? reset : undefined}
          empty={<EmptyState text={serviceTexts.emptyCustomer} action={<AskLink />} />}
          skeletonRows={8}
        />
        <Pager
          label={serviceTexts.title}
          page={search.page ?? 1}
          pageSize={search.page_size ?? pageSizeDefault}
          count={list.data?.count ?? 0}
          onPageChange={page => change({ page })}
          onPageSizeChange={pageSize => change({ page_size: pageSize })}
        />
      </div>
    </>
  )
}
