import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { Card } from '#web/components/display/card.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

interface TicketInvoicesProps {
  ticket: Ticket
  invoiceLink: (invoice: { id: string }) => LinkProps
  /** The state of an invoice, as its own page shows it. */
  invoiceState: (invoice: Ticket['invoices'][number]) => ReactNode
}

/** The invoices of a ticket, and the billing notes. */
export function TicketInvoices({ ticket, invoiceLink, invoiceState }: TicketInvoicesProps) {
  return (
    <Card title={texts.invoices}>
      <div className="grid gap-3 text-label">
        {ticket.invoices.length === 0 ? (
          <p className="text-muted">{texts.noInvoices}</p>
        ) : (
          <ul className="grid gap-1.5">
            {ticket.invoices.map(invoice => (
              <li key={invoice.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <TextLink {...invoiceLink(invoice)} className="tabular">
                  {invoice.number}
                </TextLink>
                {invoiceState(invoice)}
              </li>
            ))}
          </ul>
        )}
        {ticket.invoiceNotes === '' ? null : (
          <div>
            <p className="text-muted">{texts.invoiceNotes}</p>
            <p className="whitespace-pre-line">{ticket.invoiceNotes}</p>
          </div>
        )}
      </div>
    </Card>
  )
}

const texts = ticketTexts.detail
