import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { pageSizeDefault } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/button.tsx'
import { CsvButton } from '#web/components/csv-button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Pager } from '#web/components/pager.tsx'
import { orderingOf, sortOf } from '#web/components/table-column.ts'
import { businessProfileQuery } from '#web/features/business-profile/queries.ts'
import { CustomerDrawer } from '#web/features/customers/customer-drawer.tsx'
import { CustomerFilters } from '#web/features/customers/customer-filters.tsx'
import { customerDraftName } from '#web/features/customers/customer-form.tsx'
import { CustomerTable, customerCsv } from '#web/features/customers/customer-table.tsx'
import { type CustomerFilter, customersQuery, loadCustomers } from '#web/features/customers/queries.ts'
import { hasDraft } from '#web/lib/draft-storage.ts'
import { usePageRows } from '#web/lib/use-page-rows.ts'
import { changedSearch } from '#web/pages/changed-search.ts'
import { customerTexts } from '#web/texts/customers.ts'

const route = getRouteApi(paths.adminCustomers)

/** /admin-portal/customers-overview: everybody who is billed. */
export function AdminCustomersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter: CustomerFilter = { ...search, ordering: search.ordering ?? 'name' }
  const list = useQuery(customersQuery(filter))
  const { data: profile } = useQuery(businessProfileQuery())
  const [isDrawerOpen, setDrawerOpen] = useState(() => hasDraft(customerDraftName(null)))
  const isFiltered = search.search !== undefined || search.kind !== undefined

  function change(changes: CustomerFilter, isCorrection = false) {
    const isPaging = changes.page !== undefined && !isCorrection
    const next = changedSearch(search, changes)
    void navigate({ to: paths.adminCustomers, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  const rows = usePageRows(list, search, page => change({ page }, true))
  const reset = () => change({ search: undefined, kind: undefined })

  return (
    <>
      <PageHeader
        title={customerTexts.title}
        actions={
          <>
            <CsvButton
              name={customerTexts.title}
              columns={customerCsv}
              rowKey={({ id }) => id}
              loadPage={(paging, signal) => loadCustomers({ ...filter, ...paging }, signal)}
            />
            <Button variant="primary" icon={<IconPlus />} onClick={() => setDrawerOpen(true)}>
              {customerTexts.newCustomer}
            </Button>
          </>
        }
      />
      <div className="grid gap-6">
        <CustomerFilters filter={search} onChange={change} onReset={reset} />
        <div>
          <CustomerTable
            rows={rows}
            customerLink={({ id }) => ({ to: paths.adminCustomer, params: { id } })}
            sort={sortOf(search.ordering ?? 'name')}
            onSortChange={sort => change({ ordering: orderingFrom(orderingOf(sort)) })}
            isFetching={list.isFetching}
            hasFailed={list.isError}
            onRetry={list.refetch}
            onResetFilters={isFiltered ? reset : undefined}
            empty={
              <EmptyState
                text={customerTexts.empty}
                action={<Button onClick={() => setDrawerOpen(true)}>{customerTexts.newCustomer}</Button>}
              />
            }
            skeletonRows={10}
          />
          <Pager
            label={customerTexts.title}
            page={search.page ?? 1}
            pageSize={search.page_size ?? pageSizeDefault}
            count={list.data?.count ?? 0}
            onPageChange={page => change({ page })}
            onPageSizeChange={pageSize => change({ page_size: pageSize })}
          />
        </div>
        <CustomerDrawer
          customer={null}
          defaultHourlyRate={profile?.defaultHourlyRate ?? 0}
          open={isDrawerOpen}
          onOpenChange={setDrawerOpen}
          onSaved={({ id }) => void navigate({ to: paths.adminCustomer, params: { id } })}
        />
      </div>
    </>
  )
}

// Only what the API can sort by is a sortable column.
function orderingFrom(text: string): CustomerFilter['ordering'] {
  const orderings = ['name', '-name', 'createdAt', '-createdAt'] as const
  return orderings.find(ordering => ordering === text)
}
