/** The overview of tickets. */
import { sql } from 'kysely'
import { ticketList } from '#contract/lists.ts'
import type { TicketQuery } from '#contract/tickets.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { type ListPage, withWordsOrCustomers } from '#server/database/list-page.ts'
import { equals, finds, type ListFilter, prepareList, type Shape, walks } from '#server/database/prepared-list.ts'
import { selectTickets, type TicketRow } from './ticket.queries.ts'

/** Only open tickets are counted without a kept count: their index counts them. */
const isSought = ({ isUsual, isCount }: Shape) => isUsual && !isCount

/** The entries in the hours of a month (`getTicketSums`): of any progress; those without hours add none. */
const workedIn: ListFilter = {
  finds: ['ticket_entry_by_date', 'ticket_entry_of_customer_by_date'],
  isSought: () => true,
  where: (month, { isScoped }, param) => {
    const ofCustomer = isScoped ? sql`ticket_entry.customer_id = ${param('customerId')} and` : sql``
    return sql`ticket.id in (select ticket_id from ticket_entry where ${ofCustomer}
      date >= ${month} || '-01' and date <= ${month} || '-31' and ticket_entry.minutes > 0)`
  },
}

/** Each word of the search starts a word of the ticket or of its customer, or is a part of one. */
export const ticketPages = prepareList(ticketList, {
  table: 'ticket',
  select: selectTickets,
  scope: 'customer_id',
  search: withWordsOrCustomers,
  orderings: {
    number: ['number_key'],
    name: ['name_key'],
    hoursCount: ['minutes'],
    total: ['total_cents'],
    updatedAt: ['updated_at'],
  },
  filters: {
    progress: equals('ticket.progress', isSought),
    invoicePaid: equals('ticket.invoice_state', shape => isSought(shape) && !shape.has('progress')),
    billing: walks('ticket_open', () => sql`ticket.total_cents > ticket.billed_cents`),
    // The wishes that `listOpenWishes` names.
    wishes: finds(
      'ticket_entry_of_wish',
      () => sql`ticket.progress <> 'finished' and ticket.id in (select ticket_id from ticket_entry
        where type = 'wish' and created_by = 'customer' and ticket_entry.progress = 'upcoming')`,
    ),
    workedIn,
  },
  kept: {
    list: 'ticket',
    filters: ['progress', 'invoicePaid'],
    by: ({ progress, invoicePaid }) => ({ progress, invoice_state: invoicePaid }),
  },
})

/** Tickets in scope, newest change first unless ordered otherwise. */
export function listTickets(connection: Connection, scope: Scope, query: TicketQuery): Promise<ListPage<TicketRow>> {
  return ticketPages.read(connection, reachedCustomer(scope, query.customer), query)
}
