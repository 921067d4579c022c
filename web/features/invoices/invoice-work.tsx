import type { LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { InvoiceEntries } from './invoice-entries.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { AskQuestionDialog, InvoiceQuestions, type QuestionSubject } from './invoice-questions.tsx'
import { InvoiceTickets } from './invoice-tickets.tsx'

interface InvoiceWorkProps {
  invoice: InvoiceWithEntries
  ticketLink: (ticket: { id: string }) => LinkProps
}

/** Billed work of an invoice: its lines or, if uploaded, its entries; its tickets, and the questions on them. */
export function InvoiceWork({ invoice, ticketLink }: InvoiceWorkProps) {
  const [subject, setSubject] = useState<QuestionSubject | null>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = (about: QuestionSubject) => {
    setSubject(about)
    setAsking(true)
  }
  const onAsk = invoice.permissions.includes('ask') ? ask : undefined
  return (
    <>
      <InvoiceQuestions questions={invoice.questions} />
      {invoice.written ? (
        <InvoiceLines
          lines={invoice.written.lines}
          isTaxed={invoice.tax.length > 0}
          ticketLink={ticketLink}
          onAsk={onAsk}
        />
      ) : (
        <>
          <InvoiceTickets invoice={invoice} ticketLink={ticketLink} />
          <InvoiceEntries invoice={invoice} ticketLink={ticketLink} onAsk={onAsk} />
        </>
      )}
      <AskQuestionDialog invoice={invoice} subject={subject} open={isAsking} onOpenChange={setAsking} />
    </>
  )
}
