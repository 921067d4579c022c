import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { invoiceListView } from '#web/features/invoices/invoice-list.tsx'
import { InvoiceSummary } from '#web/features/invoices/invoice-summary.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

const route = getRouteApi(paths.customerInvoices)

/** /customer-portal/invoices-overview: the invoices of the user's customer record, for admins too. */
export function CustomerInvoicesPage() {
  const { customer: _, ...filter } = route.useSearch()
  const { customer, user, impersonation } = useSession()
  // An admin may read the drafts of their own record; this portal hides them as from any customer.
  const usualState = user?.role === 'admin' && !impersonation ? 'issued' : undefined
  return (
    <ListPage
      list={invoiceListView}
      whose="own"
      filter={filter}
      asked={{ ...filter, state: filter.state ?? usualState, customer: customer?.id }}
      onFilterChange={listAddress(filter, route.useNavigate()).change}
      empty={invoiceTexts.emptyCustomer}
      above={
        <InvoiceSummary
          customerId={customer?.id}
          viewer="customer"
          listLink={of => ({ to: paths.customerInvoices, search: of })}
        />
      }
      rowLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })}
    />
  )
}
