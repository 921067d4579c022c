import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { invoiceOrderings } from '#contract/invoices.ts'
import { pageSizeDefault } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Pager } from '#web/components/pager.tsx'
import { orderingOf, sortOf } from '#web/components/table-column.ts'
import { InvoiceFilters, isFiltered, noInvoiceFilter } from '#web/features/invoices/invoice-filters.tsx'
import { InvoiceSummary } from '#web/features/invoices/invoice-summary.tsx'
import { InvoiceTable } from '#web/features/invoices/invoice-table.tsx'
import { type InvoiceFilter, invoicesQuery } from '#web/features/invoices/queries.ts'
import { usePageRows } from '#web/lib/use-page-rows.ts'
import { useSession } from '#web/lib/use-session.ts'
import { changedSearch } from '#web/pages/changed-search.ts'
import { invoiceTexts } from '#web/texts/invoices.ts'

const route = getRouteApi(paths.customerInvoices)

/** /customer-portal/invoices-overview: the invoices of the own customer record, also for an admin. */
export function CustomerInvoicesPage() {
  const { customer: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { customer } = useSession()
  // An admin would see the drafts of the own record, too; here they are as little there as for any customer.
  const list = useQuery(invoicesQuery({ ...search, state: search.state ?? 'issued', customer: customer?.id }))

  function change(changes: InvoiceFilter, isCorrection = false) {
    const isPaging = changes.page !== undefined && !isCorrection
    const next = changedSearch(search, changes)
    void navigate({ to: paths.customerInvoices, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  const rows = usePageRows(list, search, page => change({ page }, true))
  const reset = () => change(noInvoiceFilter)

  return (
    <>
      <PageHeader title={invoiceTexts.title} />
      <div className="grid gap-6">
        <InvoiceSummary customerId={customer?.id} viewer="customer" />
        <InvoiceFilters filter={search} viewer="customer" onChange={change} onReset={reset} />
        <div>
          <InvoiceTable
            rows={rows}
            invoiceLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })}
            sort={sortOf(search.ordering ?? '-issueDate')}
            onSortChange={sort => change({ ordering: invoiceOrderings.find(name => name === orderingOf(sort)) })}
            isFetching={list.isFetching}
            hasFailed={list.isError}
            onRetry={list.refetch}
            onResetFilters={isFiltered(search) ? reset : undefined}
            empty={<EmptyState text={invoiceTexts.emptyCustomer} />}
            skeletonRows={10}
          />
          <Pager
            label={invoiceTexts.title}
            page={search.page ?? 1}
            pageSize={search.page_size ?? pageSizeDefault}
            count={list.data?.count ?? 0}
            onPageChange={page => change({ page })}
            onPageSizeChange={pageSize => change({ page_size: pageSize })}
          />
        </div>
      </div>
    </>
  )
}
