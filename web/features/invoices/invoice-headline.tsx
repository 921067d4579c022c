import type { ReactNode } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { grossText } from './gross-text.ts'
import { dueText } from './invoice.labels.ts'
import { InvoiceBadge } from './invoice-badge.tsx'

/** The amount, with whose it is for those who only hear it. */
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
  /** The customer, where it is not plain whose invoice it is. */
  customer?: ReactNode
}

/** Badge, number, and by when it is due, in words. */
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
