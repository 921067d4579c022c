import { lazy, Suspense } from 'react'
import { giroCodeText } from '#contract/giro-code.ts'
import type { InvoicePayment, InvoiceWithEntries } from '#contract/invoices.ts'
import { withBasis } from '#contract/texts/prices.texts.ts'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { invoiceDocumentTexts } from '#web/texts/invoice-documents.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { grossBasis } from './gross-text.ts'

/** The details for a bank transfer, each with a copy button: account, reference and amount; and as a GiroCode. */
export function InvoicePaymentCard({ invoice }: { invoice: Pick<InvoiceWithEntries, 'payment' | 'tax'> }) {
  const { payment, tax } = invoice
  if (payment === null) return null
  const { accountHolder, iban, bic, bankName, reference, amount } = payment
  const bare = iban.replaceAll(' ', '')
  const items = [
    row(texts.accountHolder, accountHolder),
    row(texts.iban, bare.replace(/(.{4})(?=.)/g, '$1 '), bare),
    row(texts.bic, bic),
    row(texts.bankName, bankName),
    row(texts.reference, reference, reference),
    row(withBasis(texts.amount, grossBasis({ tax })), formatEur(amount), amount.toFixed(2).replace('.', ',')),
  ]
  return (
    <Card title={texts.title}>
      <div className="grid gap-5 md:grid-cols-[1fr_auto] xl:grid-cols-1">
        <DefinitionList layout="stacked" items={items.filter(item => item !== null)} />
        <Code payment={payment} />
      </div>
    </Card>
  )
}

const texts = invoiceTexts.payment
const codeTexts = invoiceDocumentTexts.giroCode

/** The same as a GiroCode. */
function Code({ payment: { amount, ...payment } }: { payment: InvoicePayment }) {
  const text = giroCodeText({ ...payment, amountCents: Math.round(amount * 100) })
  if (text === null) return null
  return (
    <figure className="grid justify-items-start gap-2 md:max-w-48 xl:max-w-none">
      <Suspense fallback={<div className="aspect-square w-full max-w-44" />}>
        <div className="w-44">
          <QrCode text={text} label={codeTexts.label} />
        </div>
      </Suspense>
      <figcaption className="text-small text-muted">{codeTexts.hint}</figcaption>
    </figure>
  )
}

const QrCode = lazy(async () => ({ default: (await import('#web/components/display/qr-code.tsx')).QrCode }))

/** A row with a button that copies the value in the form banking apps accept; null without a value. */
function row(term: string, shown: string, copied?: string): Definition | null {
  if (shown === '') return null
  return {
    term,
    value: copied ? (
      <span className="flex items-center justify-between gap-2">
        <span className="wrap-anywhere tabular">{shown}</span>
        <CopyButton value={copied} name={term} />
      </span>
    ) : (
      shown
    ),
  }
}
