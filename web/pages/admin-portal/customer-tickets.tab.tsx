import { paths } from '#web/app/paths.ts'
import { LatestRows } from '#web/components/list/latest-rows.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { ticketListView } from '#web/features/tickets/ticket-list.tsx'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

/** A customer's latest tickets, with the totals of all of them. */
export function CustomerTickets({ customerId: customer }: { customerId: string }) {
  return (
    <LatestRows
      list={ticketListView}
      filter={{ customer, ordering: '-updatedAt' }}
      shown={8}
      titleId="tickets-heading"
      title={customerTexts.detail.tickets}
      all={
        <TextLink to={paths.adminTickets} search={{ customer }}>
          {customerTexts.detail.allTickets}
        </TextLink>
      }
      figures={
        <TicketSummary
          customerId={customer}
          listLink={filter => ({ to: paths.adminTickets, search: { ...filter, customer } })}
          unpaidLink={{ to: paths.adminInvoices, search: { paid: 'unpaid', customer } }}
        />
      }
      rowLink={({ id }) => ({ to: paths.adminTicket, params: { id } })}
      empty={ticketTexts.empty}
    />
  )
}
