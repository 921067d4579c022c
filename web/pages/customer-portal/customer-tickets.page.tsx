import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { ticketsQuery } from '#web/features/tickets/ticket.query-options.ts'
import { TicketFilters, ticketFilterNames } from '#web/features/tickets/ticket-filters.tsx'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { TicketTable } from '#web/features/tickets/ticket-table.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { AskLink } from './ask-link.tsx'

const route = getRouteApi(paths.customerTickets)

/** /customer-portal/tickets-overview: the tickets of the user's customer record, for admins too. */
export function CustomerTicketsPage() {
  const { customer: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { customer } = useSession()
  const list = useQuery(ticketsQuery({ ...search, customer: customer?.id }))

  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.customerTickets, search: next, ...step }),
  )
  const shown = useListPage({
    list,
    filter: search,
    onFilterChange: change,
    filterNames: ticketFilterNames,
    usualOrdering: '-updatedAt',
  })

  return (
    <>
      <PageHeader title={ticketTexts.title} />
      <div className="grid gap-6 phone:gap-4">
        <TicketSummary
          customerId={customer?.id}
          listLink={filter => ({ to: paths.customerTickets, search: filter })}
          unpaidLink={{ to: paths.customerInvoices, search: { paid: 'unpaid' } }}
        />
        {shown.hasNothing ? null : <TicketFilters filter={search} onChange={change} onReset={shown.reset} />}
        <div>
          <TicketTable
            {...shown.table}
            ticketLink={({ id }) => ({ to: paths.customerTicket, params: { id } })}
            empty={<EmptyState text={ticketTexts.emptyCustomer} action={<AskLink />} />}
            skeletonRows={10}
          />
          <Pager {...shown.pager} label={ticketTexts.title} />
        </div>
      </div>
    </>
  )
}
