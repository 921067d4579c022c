import type { ReactNode } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { grossText } from './gross-text.ts'
import { dueText } from './invoice.labels.ts'
import { InvoiceBadge } from './invoice-badge.tsx'

/** The amount; screen readers also hear the customer. */
export function InvoiceHeadline({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <span className="sr-only">
        {invoice.number === null ? invoiceTexts.draftHeadline : invoiceTexts.headline(invoice.number)}
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
      <InvoiceBadge invoice={invoice} />
      <span className="tabular">{invoice.number ?? invoiceTexts.withoutNumber}</span>
      {customer}
      {due === '' ? null : <span>{due}</span>}
    </>
  )
}
