import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { pageSizeMax } from '#contract/limits.ts'
import type { Ticket } from '#contract/tickets.ts'
import { invoiceQuestionsQuery } from './invoice.query-options.ts'
import { InvoiceQuestions } from './invoice-questions.tsx'

interface TicketQuestionsProps {
  ticket: Pick<Ticket, 'id' | 'entriesCount'>
  invoiceLink: (invoice: { id: string }) => LinkProps
}

/** The questions on a ticket's work, each with its invoice. */
export function TicketQuestions({ ticket, invoiceLink }: TicketQuestionsProps) {
  const { data } = useQuery({
    ...invoiceQuestionsQuery({ ticket: ticket.id, page_size: pageSizeMax }),
    // Also without an invoice: that of the question may be cancelled.
    enabled: ticket.entriesCount > 0,
  })
  return <InvoiceQuestions questions={data?.results ?? []} invoiceLink={invoiceLink} />
}
