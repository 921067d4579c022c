import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { businessProfileQuery } from '#web/features/business-profile/business-profile.query-options.ts'
import { customersQuery, loadCustomers } from '#web/features/customers/customer.query-options.ts'
import { CustomerDrawer } from '#web/features/customers/customer-drawer.tsx'
import { CustomerFilters, customerFilterNames } from '#web/features/customers/customer-filters.tsx'
import { customerDraftName } from '#web/features/customers/customer-form.tsx'
import { CustomerTable, customerCsv } from '#web/features/customers/customer-table.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'

const route = getRouteApi(paths.adminCustomers)

/** /admin-portal/customers-overview: all customers. */
export function AdminCustomersPage() {
  const prices = usePrices()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = { ...search, ordering: search.ordering ?? 'name' } as const
  const list = useQuery(customersQuery(filter))
  const { data: profile } = useQuery(businessProfileQuery())
  const [isDrawerOpen, setDrawerOpen] = useState(() => hasDraft(customerDraftName(null)))

  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.adminCustomers, search: next, ...step }),
  )
  const shown = useListPage({
    list,
    filter: search,
    onFilterChange: change,
    filterNames: customerFilterNames,
    usualOrdering: 'name',
  })

  return (
    <>
      <PageHeader
        title={customerTexts.title}
        actions={
          <>
            {shown.hasNothing ? null : (
              <CsvButton
                name={customerTexts.title}
                columns={customerCsv(prices)}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) => loadCustomers({ ...filter, ...paging }, signal)}
              />
            )}
            <Button variant="primary" icon={<IconPlus />} onClick={() => setDrawerOpen(true)}>
              {customerTexts.newCustomer}
            </Button>
          </>
        }
      />
      <div className="grid gap-6 phone:gap-4">
        {shown.hasNothing ? null : <CustomerFilters filter={search} onChange={change} onReset={shown.reset} />}
        <div>
          <CustomerTable
            {...shown.table}
            customerLink={({ id }) => ({ to: paths.adminCustomer, params: { id } })}
            empty={
              <EmptyState
                text={customerTexts.empty}
                action={<Button onClick={() => setDrawerOpen(true)}>{customerTexts.newCustomer}</Button>}
              />
            }
            skeletonRows={10}
          />
          <Pager {...shown.pager} label={customerTexts.title} />
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
