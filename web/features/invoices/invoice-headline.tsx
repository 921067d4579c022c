import type { ReactNode } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { grossText } from './gross-text.ts'
import { dueText, namedBy, standingLooks, standingOf } from './invoice.labels.ts'

/** The amount; screen readers also hear the customer. */
export function InvoiceHeadline({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <span className="sr-only">
        {invoice.number === null ? invoiceTexts.draftHeadline : invoiceTexts.headline(namedBy(invoice, invoice.number))}
      </span>
      <span className="tabular">{grossText(invoice)}</span>
    </>
  )
}

interface InvoiceMetaProps {
  invoice: Invoice
  /** The customer, if it is not obvious from the page. */
  customer?: ReactNode
}

/** Badge, number and due date as text. */
export function InvoiceMeta({ invoice, customer }: InvoiceMetaProps) {
  const due = dueText(invoice)
  return (
    <>
      <StateBadge state={standingOf(invoice)} looks={standingLooks} />
      <span className="tabular">{invoice.number ?? invoiceTexts.withoutNumber}</span>
      {customer}
      {due === '' ? null : <span>{due}</span>}
    </>
  )
}
