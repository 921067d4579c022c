import type { LinkProps } from '@tanstack/react-router'
import type { Stat } from '#web/components/display/stat-strip.tsx'
import { formatHours, formatMonth } from '#web/lib/format/format.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import type { TicketFilter } from './ticket.query-options.ts'

/** The hours of the month of a calendar date, with a link to the tickets they were worked on. */
export function hoursFigure(hours: number, today: string, listLink: (filter: TicketFilter) => LinkProps): Stat {
  return {
    label: ticketTexts.summary.hours(formatMonth(today)),
    value: formatHours(hours),
    link: listLink({ workedIn: today.slice(0, 7) }),
  }
}
