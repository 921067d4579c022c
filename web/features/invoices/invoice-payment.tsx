import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { withBasis } from '#contract/texts/prices.texts.ts'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

/** The details for a bank transfer, each with a copy button: account, reference and amount. */
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
    row(
      withBasis(texts.amount, tax.length > 0 ? 'gross' : null),
      formatEur(amount),
      amount.toFixed(2).replace('.', ','),
    ),
  ]
  return (
    <Card title={texts.title}>
      <DefinitionList layout="stacked" items={items.filter(item => item !== null)} />
    </Card>
  )
}

const texts = invoiceTexts.payment

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
