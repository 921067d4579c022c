import type { ReactNode } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { Card } from '#web/components/card.tsx'
import { DefinitionList } from '#web/components/definition-list.tsx'
import { formatDate } from '#web/lib/format.ts'
import { ticketTexts } from '#web/texts/tickets.ts'

interface TicketFactsProps {
  ticket: Ticket
  /** The customer, where it is not plain whose ticket it is. */
  customer?: ReactNode
  /** A link to the request it was made from. */
  request?: ReactNode
}

/** When a ticket was made and changed, for whom, and at which rate. */
export function TicketFacts({ ticket, customer, request }: TicketFactsProps) {
  return (
    <Card title={texts.facts}>
      <DefinitionList
        items={[
          ...(customer ? [{ term: texts.customer, value: customer }] : []),
          ...(request ? [{ term: texts.request, value: request }] : []),
          { term: texts.hourlyRate, value: texts.perHour(ticket.hourlyRate) },
          { term: texts.created, value: formatDate(ticket.createdAt) },
          { term: texts.changed, value: formatDate(ticket.updatedAt) },
        ]}
      />
    </Card>
  )
}

const texts = ticketTexts.detail
