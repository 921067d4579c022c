import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pageSizeMax } from '#contract/limits.ts'
import { ticketEntries } from '#contract/ticket-entries.ts'
import { type TicketQuery, tickets } from '#contract/tickets.ts'
import { timers } from '#contract/timers.ts'
import { call } from '#web/lib/api/api-client.ts'

/** What a list of tickets is narrowed to, as the API names it. */
export type TicketFilter = { [Name in keyof TicketQuery]?: TicketQuery[Name] | undefined }

export function ticketsQuery(filter: TicketFilter) {
  return queryOptions({
    queryKey: ['tickets', 'list', filter],
    queryFn: ({ signal }) => loadTickets(filter, signal),
    placeholderData: keepPreviousData,
  })
}

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

/** What customers wish for and nobody has begun; more than shown are told by the count. */
export function openWishesQuery(shown: number) {
  return queryOptions({
    queryKey: ['tickets', 'wishes', shown],
    queryFn: ({ signal }) => call(ticketEntries.openWishes, { query: { page_size: shown }, signal }),
  })
}

/** The numbers above an overview: of one customer, or of all in reach. */
export function ticketSummaryQuery(customer?: string) {
  return queryOptions({
    queryKey: ['tickets', 'summary', customer],
    queryFn: ({ signal }) => call(tickets.summary, { query: { customer }, signal }),
  })
}

/**
 * The caller's measurements that are not booked: the one that runs first, then those that wait. Always asked again: it
 * may have been stopped in another tab.
 */
export function openTimersQuery() {
  return queryOptions({
    queryKey: ['timers'],
    queryFn: async ({ signal }) => (await call(timers.list, { query: { page_size: pageSizeMax }, signal })).results,
    staleTime: 0,
  })
}

/** The ticket as it is now, past every cache: to settle a conflict. */
export function getLatestTicket(id: string) {
  return call(tickets.get, { params: { id } })
}

/** The entry as it is now, past every cache: to settle a conflict. */
export function getLatestEntry(id: string) {
  return call(ticketEntries.get, { params: { id } })
}
