import { skipToken, useQuery } from '@tanstack/react-query'
import { pageSizeMax, ticketEntriesMax } from '#contract/limits.ts'
import { type TicketEntry, ticketEntries } from '#contract/ticket-entries.ts'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { call } from '#web/lib/api/api-client.ts'
import { loadAllRows } from '#web/lib/api/load-all-rows.ts'

/** Number of pages included in the ticket itself. */
const knownPages = ticketEntriesMax / pageSizeMax

/** All entries of a ticket: those included in it at once, those of a long ticket as they arrive. */
export function useAllEntries(ticket: TicketWithEntries | undefined) {
  const isLong = ticket !== undefined && ticket.entriesCount > ticket.entries.length
  const further = useQuery({
    queryKey: ['tickets', 'entries', ticket?.id],
    queryFn: isLong ? ({ signal }) => loadFurther(ticket.id, signal) : skipToken,
  })
  const known = ticket?.entries ?? []
  // The list may have changed between the two answers.
  const knownIds = new Set(known.map(({ id }) => id))
  const others = isLong ? (further.data ?? []).filter(({ id }) => !knownIds.has(id)) : []
  return { entries: [...known, ...others], isLoading: isLong && further.isPending, further }
}

function loadFurther(ticketId: string, signal: AbortSignal): Promise<TicketEntry[]> {
  return loadAllRows({
    firstPage: knownPages + 1,
    loadPage: (paging, signal) =>
      call(ticketEntries.list, { query: { ...paging, ticket: ticketId, ordering: 'date' }, signal }),
    rowKey: ({ id }) => id,
    signal,
  })
}
