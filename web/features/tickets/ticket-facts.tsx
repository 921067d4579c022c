import type { ReactNode } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { Card } from '#web/components/display/card.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { NoVatNote } from './no-vat-note.tsx'

interface TicketFactsProps {
  ticket: Ticket
  /** The customer, if it is not obvious from the page. */
  customer?: ReactNode
  /** Link to the request that became this ticket. */
  request?: ReactNode
}

/** When a ticket was created and changed, its customer and its rate. */
export function TicketFacts({ ticket, customer, request }: TicketFactsProps) {
  return (
    <Card title={texts.facts}>
      <DefinitionList
        items={[
          ...(customer ? [{ term: texts.customer, value: customer }] : []),
          ...(request ? [{ term: texts.request, value: request }] : []),
          { term: texts.hourlyRate, value: <HourlyRate rate={ticket.hourlyRate} /> },
          { term: texts.created, value: formatDate(ticket.createdAt) },
          { term: texts.changed, value: formatDate(ticket.updatedAt) },
        ]}
      />
      <div className="mt-3 empty:hidden">
        <NoVatNote />
      </div>
    </Card>
  )
}

const texts = ticketTexts.detail

function HourlyRate({ rate }: { rate: number }) {
  const prices = usePrices()
  const { beside } = prices.of(rate)
  return (
    <span>
      {texts.perHour(prices.firstNamed(rate))}
      {beside ? <span className="block text-muted text-small">{texts.perHour(beside)}</span> : null}
    </span>
  )
}
