import { ticketOrderings } from '#contract/tickets.ts'
import type { TicketFilter } from './queries.ts'

/** An order the API offers; any other text is none. */
export function orderingFrom(text: string): TicketFilter['ordering'] {
  return ticketOrderings.find(ordering => ordering === text)
}
