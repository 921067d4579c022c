import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { type TicketFilter, ticketSummaryQuery, ticketsQuery } from '#web/features/tickets/ticket.query-options.ts'
import { ticketListView } from '#web/features/tickets/ticket-list.tsx'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { askAhead } from '#web/lib/api/query-client.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { readSession } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { NewRequestLink } from './new-request-link.tsx'

const route = getRouteApi(paths.customerTickets)

/** /customer-portal/tickets-overview: the tickets of the user's customer record, for admins too. */
export function CustomerTicketsPage() {
  const { customer: _, ...filter } = route.useSearch()
  const { customer } = useSession()
  return (
    <ListPage
      list={ticketListView}
      whose="own"
      filter={filter}
      asked={askedOf(filter, customer?.id)}
      onFilterChange={listAddress(filter, route.useNavigate()).change}
      empty={ticketTexts.emptyCustomer}
      emptyAction={<NewRequestLink />}
      above={
        <TicketSummary
          customerId={customer?.id}
          listLink={of => ({ to: paths.customerTickets, search: of })}
          unpaidLink={{ to: paths.customerInvoices, search: { paid: 'unpaid' } }}
        />
      }
      rowLink={({ id }) => ({ to: paths.customerTicket, params: { id } })}
    />
  )
}

CustomerTicketsPage.ahead = ({ customer: _, ...filter }: TicketFilter) =>
  askAhead(client => {
    const id = readSession().customer?.id
    return [client.prefetchQuery(ticketsQuery(askedOf(filter, id))), client.prefetchQuery(ticketSummaryQuery(id))]
  })

function askedOf(filter: TicketFilter, customerId: string | undefined): TicketFilter {
  return { ...filter, customer: customerId }
}
