import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageSizeDefault } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Pager } from '#web/components/pager.tsx'
import { orderingOf, sortOf } from '#web/components/table-column.ts'
import { type TicketFilter, ticketsQuery } from '#web/features/tickets/queries.ts'
import { isFiltered, TicketFilters } from '#web/features/tickets/ticket-filters.tsx'
import { orderingFrom } from '#web/features/tickets/ticket-ordering.ts'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { TicketTable } from '#web/features/tickets/ticket-table.tsx'
import { usePageRows } from '#web/lib/use-page-rows.ts'
import { useSession } from '#web/lib/use-session.ts'
import { changedSearch } from '#web/pages/changed-search.ts'
import { AskLink } from '#web/pages/customer-portal/ask-link.tsx'
import { ticketTexts } from '#web/texts/tickets.ts'

const route = getRouteApi(paths.customerTickets)

/** /customer-portal/tickets-overview: the tickets of the own customer record, also for an admin. */
export function CustomerTicketsPage() {
  const { customer: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { customer } = useSession()
  const list = useQuery(ticketsQuery({ ...search, customer: customer?.id }))

  function change(changes: TicketFilter, isCorrection = false) {
    const isPaging = changes.page !== undefined && !isCorrection
    const next = changedSearch(search, changes)
    void navigate({ to: paths.customerTickets, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  const rows = usePageRows(list, search, page => change({ page }, true))
  const reset = () => change({ search: undefined, progress: undefined, invoicePaid: undefined })

  return (
    <>
      <PageHeader title={ticketTexts.title} />
      <div className="grid gap-6">
        <TicketSummary customerId={customer?.id} />
        <TicketFilters filter={search} onChange={change} onReset={reset} />
        <div>
          <TicketTable
            rows={rows}
            ticketLink={({ id }) => ({ to: paths.customerTicket, params: { id } })}
            sort={sortOf(search.ordering ?? '-updatedAt')}
            onSortChange={sort => change({ ordering: orderingFrom(orderingOf(sort)) })}
            isFetching={list.isFetching}
            hasFailed={list.isError}
            onRetry={list.refetch}
            onResetFilters={isFiltered(search) ? reset : undefined}
            empty={<EmptyState text={ticketTexts.emptyCustomer} action={<AskLink />} />}
            skeletonRows={10}
          />
          <Pager
            label={ticketTexts.title}
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
