import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { berlinDate, formatCount } from '#web/lib/format/format.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { hoursFigure } from './hours-figure.ts'
import { NoVatNote } from './no-vat-note.tsx'
import { type TicketFilter, ticketSummaryQuery } from './ticket.query-options.ts'

interface TicketSummaryProps {
  /** Limits the figures to one customer; otherwise all visible tickets count. */
  customerId?: string | undefined
  /** The list of tickets with the filter of a figure. */
  listLink: (filter: TicketFilter) => LinkProps
  /** The list of unpaid invoices. */
  unpaidLink: LinkProps
}

/** Figures above an overview. Optional: if they cannot be loaded, the list below shows the error. */
export function TicketSummary({ customerId, listLink, unpaidLink }: TicketSummaryProps) {
  const prices = usePrices()
  const { data: summary, isError } = useQuery(ticketSummaryQuery(useDeferredValue(customerId)))
  if (isError && !summary) return null
  const texts = ticketTexts.summary
  const { inProgressCount = 0, hoursThisMonth = 0, openTotal = 0, openTicketsCount = 0 } = summary ?? {}
  const { unpaidTotal = 0, unpaidCount = 0 } = summary ?? {}
  return (
    <div className="grid gap-2">
      <StatStrip
        label={texts.label}
        loading={!summary}
        stats={[
          { label: texts.inProgress, value: formatCount(inProgressCount), link: listLink({ progress: 'inProgress' }) },
          hoursFigure(hoursThisMonth, berlinDate(), listLink),
          {
            ...prices.workFigure(texts.open, openTotal),
            note: openTicketsCount > 0 ? texts.fromTickets(openTicketsCount) : undefined,
            link: listLink({ billing: 'open' }),
          },
          {
            ...prices.figure(texts.unpaid, unpaidTotal, 'gross'),
            note: unpaidCount > 0 ? texts.fromInvoices(unpaidCount) : undefined,
            link: unpaidLink,
          },
        ]}
      />
      <NoVatNote />
    </div>
  )
}
