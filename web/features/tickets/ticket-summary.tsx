import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { StatStrip } from '#web/components/stat-strip.tsx'
import { berlinDate, formatCount, formatEur, formatHours, formatMonth } from '#web/lib/format.ts'
import { usePrices } from '#web/lib/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.ts'
import { NoVatNote } from './no-vat-note.tsx'
import { type TicketFilter, ticketSummaryQuery } from './queries.ts'

interface TicketSummaryProps {
  /** Of one customer; without it of all in reach. */
  customerId?: string | undefined
  /** The list of tickets, narrowed to what a figure counts. */
  listLink: (filter: TicketFilter) => LinkProps
}

/** The numbers above an overview. They are an extra: when they cannot be had, the list below says what is wrong. */
export function TicketSummary({ customerId, listLink }: TicketSummaryProps) {
  const prices = usePrices()
  const { data: summary, isError } = useQuery(ticketSummaryQuery(customerId))
  if (isError && !summary) return null
  const texts = ticketTexts.summary
  const { inProgressCount = 0, hoursThisMonth = 0, openTotal = 0, openTicketsCount = 0 } = summary ?? {}
  const { unpaidTotal = 0, unpaidTicketsCount = 0 } = summary ?? {}
  return (
    <div className="grid gap-2">
      <StatStrip
        label={texts.label}
        loading={!summary}
        stats={[
          { label: texts.inProgress, value: formatCount(inProgressCount), link: listLink({ progress: 'inProgress' }) },
          { label: texts.hours(formatMonth(berlinDate())), value: formatHours(hoursThisMonth) },
          {
            label: prices.label(texts.open),
            value: prices.of(openTotal).first,
            note: fromTickets(openTicketsCount),
            link: listLink({ billing: 'open' }),
          },
          {
            label: prices.label(texts.unpaid, 'gross'),
            value: formatEur(unpaidTotal),
            note: fromTickets(unpaidTicketsCount),
            link: listLink({ invoicePaid: 'unpaid' }),
          },
        ]}
      />
      <NoVatNote />
    </div>
  )
}

function fromTickets(count: number): string | undefined {
  return count > 0 ? ticketTexts.summary.fromTickets(count) : undefined
}
