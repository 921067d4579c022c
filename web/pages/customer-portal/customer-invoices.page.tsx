import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { type InvoiceFilter, invoiceSummaryQuery, invoicesQuery } from '#web/features/invoices/invoice.query-options.ts'
import { invoiceListView } from '#web/features/invoices/invoice-list.tsx'
import { InvoiceSummary } from '#web/features/invoices/invoice-summary.tsx'
import { askAhead } from '#web/lib/api/query-client.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { readSession, type SessionState } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

const route = getRouteApi(paths.customerInvoices)

/** /customer-portal/invoices-overview: the invoices of the user's customer record, for admins too. */
export function CustomerInvoicesPage() {
  const { customer: _, ...filter } = route.useSearch()
  const session = useSession()
  return (
    <ListPage
      list={invoiceListView}
      whose="own"
      filter={filter}
      asked={askedOf(filter, session)}
      onFilterChange={listAddress(filter, route.useNavigate()).change}
      empty={invoiceTexts.emptyCustomer}
      above={
        <InvoiceSummary
          customerId={session.customer?.id}
          viewer="customer"
          listLink={of => ({ to: paths.customerInvoices, search: of })}
        />
      }
      rowLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })}
    />
  )
}

CustomerInvoicesPage.ahead = ({ customer: _, ...filter }: InvoiceFilter) =>
  askAhead(client => {
    const session = readSession()
    return [
      client.prefetchQuery(invoicesQuery(askedOf(filter, session))),
      client.prefetchQuery(invoiceSummaryQuery(session.customer?.id)),
    ]
  })

function askedOf(filter: InvoiceFilter, { customer, user, impersonation }: SessionState): InvoiceFilter {
  // An admin may read the drafts of their own record; this portal hides them as from any customer.
  const usualState = user?.role === 'admin' && !impersonation ? 'issued' : undefined
  return { ...filter, state: filter.state ?? usualState, customer: customer?.id }
}
