import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { invoicesQuery } from '#web/features/invoices/invoice.query-options.ts'
import { InvoiceFilters, invoiceFilterNames } from '#web/features/invoices/invoice-filters.tsx'
import { InvoiceSummary } from '#web/features/invoices/invoice-summary.tsx'
import { InvoiceTable } from '#web/features/invoices/invoice-table.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

const route = getRouteApi(paths.customerInvoices)

/** /customer-portal/invoices-overview: the invoices of the user's customer record, for admins too. */
export function CustomerInvoicesPage() {
  const { customer: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { customer } = useSession()
  // An admin may read the drafts of their own record; this portal hides them as from any customer.
  const list = useQuery(invoicesQuery({ ...search, state: search.state ?? 'issued', customer: customer?.id }))

  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.customerInvoices, search: next, ...step }),
  )
  const shown = useListPage({
    list,
    filter: search,
    onFilterChange: change,
    filterNames: invoiceFilterNames,
    usualOrdering: '-issueDate',
  })

  return (
    <>
      <PageHeader title={invoiceTexts.title} />
      <div className="grid gap-6 phone:gap-4">
        <InvoiceSummary
          customerId={customer?.id}
          viewer="customer"
          listLink={filter => ({ to: paths.customerInvoices, search: filter })}
        />
        {shown.hasNothing ? null : (
          <InvoiceFilters filter={search} viewer="customer" onChange={change} onReset={shown.reset} />
        )}
        <div>
          <InvoiceTable
            {...shown.table}
            invoiceLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })}
            empty={<EmptyState text={invoiceTexts.emptyCustomer} />}
            skeletonRows={10}
          />
          <Pager {...shown.pager} label={invoiceTexts.title} />
        </div>
      </div>
    </>
  )
}
