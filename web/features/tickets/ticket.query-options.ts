import { queryOptions } from '@tanstack/react-query'
import { pageSizeMax } from '#contract/limits.ts'
import { ticketEntries } from '#contract/ticket-entries.ts'
import { tickets } from '#contract/tickets.ts'
import { timers } from '#contract/timers.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

/** Filters of a list of tickets, by the API's names. */
export type TicketFilter = ListQueryOf<typeof tickets.list>

export const ticketsQuery = rowsQuery(['tickets', 'list'], loadTickets)

/** A page of tickets. */
export function loadTickets(filter: TicketFilter, signal: AbortSignal) {
  return call(tickets.list, { query: filter, signal })
}

export function ticketQuery(id: string) {
  return queryOptions({
    queryKey: ['tickets', 'item', id],
    queryFn: ({ signal }) => call(tickets.get, { params: { id }, signal }),
  })
}

/** Open wishes of customers; the count covers those beyond `shown`. */
export function openWishesQuery(shown: number) {
  return queryOptions({
    queryKey: ['tickets', 'wishes', shown],
    queryFn: ({ signal }) => call(ticketEntries.openWishes, { query: { page_size: shown }, signal }),
  })
}

/** Figures above an overview, of one customer or of all visible tickets. */
export function ticketSummaryQuery(customer?: string) {
  return queryOptions({
    queryKey: ['tickets', 'summary', customer],
    queryFn: ({ signal }) => call(tickets.summary, { query: { customer }, signal }),
  })
}

/**
 * The user's unbooked timers: the running one first, then the stopped ones. Always refetched, because another tab may
 * have stopped it.
 */
export function openTimersQuery() {
  return queryOptions({
    queryKey: ['timers'],
    queryFn: async ({ signal }) => (await call(timers.list, { query: { page_size: pageSizeMax }, signal })).results,
    staleTime: 0,
  })
}

/** Fetches the current ticket, bypassing every cache, to resolve a conflict. */
export function getLatestTicket(id: string) {
  return call(tickets.get, { params: { id } })
}

/** Fetches the current entry, bypassing every cache, to resolve a conflict. */
export function getLatestEntry(id: string) {
  return call(ticketEntries.get, { params: { id } })
}
