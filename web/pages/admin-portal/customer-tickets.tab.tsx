import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { ticketsQuery } from '#web/features/tickets/ticket.query-options.ts'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { TicketTable } from '#web/features/tickets/ticket-table.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

/** Number of tickets on a customer's page. */
const shownTickets = 8

/** A customer's latest tickets, with the totals of all of them. */
export function CustomerTickets({ customerId }: { customerId: string }) {
  const list = useQuery(ticketsQuery({ customer: customerId, page_size: shownTickets, ordering: '-updatedAt' }))
  const count = list.data?.count ?? 0
  return (
    <section aria-labelledby="tickets-heading" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="tickets-heading" className="text-heading">
          {customerTexts.detail.tickets}
        </h2>
        {count > shownTickets ? (
          <TextLink to={paths.adminTickets} search={{ customer: customerId }}>
            {customerTexts.detail.allTickets}
          </TextLink>
        ) : null}
      </div>
      {count > 0 ? (
        <TicketSummary
          customerId={customerId}
          listLink={filter => ({ to: paths.adminTickets, search: { ...filter, customer: customerId } })}
          unpaidLink={{ to: paths.adminInvoices, search: { paid: 'unpaid', customer: customerId } }}
        />
      ) : null}
      <TicketTable
        rows={list.data?.results}
        ticketLink={({ id }) => ({ to: paths.adminTicket, params: { id } })}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={list.refetch}
        empty={<EmptyState text={ticketTexts.empty} />}
        skeletonRows={3}
      />
    </section>
  )
}
