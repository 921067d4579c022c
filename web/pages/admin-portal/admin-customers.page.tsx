import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Customer } from '#contract/customers.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { businessProfileQuery } from '#web/features/business-profile/business-profile.query-options.ts'
import { CustomerDrawer } from '#web/features/customers/customer-drawer.tsx'
import { customerDraftName } from '#web/features/customers/customer-form.tsx'
import { customerListView } from '#web/features/customers/customer-list.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'

const route = getRouteApi(paths.adminCustomers)

/** /admin-portal/customers-overview: all customers. */
export function AdminCustomersPage() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const { data: profile } = useQuery(businessProfileQuery())
  const form = useRowDialog<Customer>({ startsOpen: () => hasDraft(customerDraftName(null)) })
  return (
    <ListPage
      list={customerListView}
      filter={filter}
      onFilterChange={listAddress(filter, navigate).change}
      create={{ label: customerTexts.newCustomer, onClick: () => form.show(null) }}
      empty={customerTexts.empty}
      rowLink={({ id }) => ({ to: paths.adminCustomer, params: { id } })}
    >
      <CustomerDrawer
        customer={null}
        defaultHourlyRate={profile?.defaultHourlyRate ?? 0}
        open={form.open}
        onOpenChange={form.onOpenChange}
        onSaved={({ id }) => void navigate({ to: paths.adminCustomer, params: { id } })}
      />
    </ListPage>
  )
}
