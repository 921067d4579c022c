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
  const search = route.useSearch()
  const { dialog, ...filter } = search
  const navigate = route.useNavigate()
  const { change, forget } = listAddress(search, navigate)
  const { data: profile } = useQuery(businessProfileQuery())
  const form = useRowDialog<Customer>({
    isAsked: dialog === 'new',
    startsOpen: () => hasDraft(customerDraftName(null)),
    onClose: () => forget('dialog'),
  })
  return (
    <ListPage
      list={customerListView}
      filter={filter}
      onFilterChange={change}
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
