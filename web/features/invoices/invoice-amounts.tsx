import type { Invoice } from '#contract/invoices.ts'
import { namedAmount, withBasis } from '#contract/texts/prices.texts.ts'
import { Card } from '#web/components/display/card.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { grossBasis } from './gross-text.ts'

/** Net, tax by rate, gross; the paid and the open part where there are both. */
export function InvoiceAmounts({
  invoice,
}: {
  invoice: Pick<Invoice, 'net' | 'tax' | 'gross' | 'paidTotal' | 'openTotal'>
}) {
  const { net, tax, gross, paidTotal, openTotal } = invoice
  const basis = grossBasis(invoice)
  const manyRates = tax.length > 1
  return (
    <Card title={texts.amounts}>
      <DefinitionList
        items={[
          ...(tax.length === 0 ? [] : [{ term: texts.net, value: <Amount amount={net} /> }]),
          ...tax.map(({ rate, base, amount }) => ({
            term: texts.tax(rate),
            value: (
              <>
                <Amount amount={amount} />
                {manyRates ? (
                  <span className="block text-small text-muted">
                    {texts.taxBase(namedAmount(formatEur(base), 'net'))}
                  </span>
                ) : null}
              </>
            ),
          })),
          {
            term: withBasis(texts.gross, basis),
            value: <strong className="tabular whitespace-nowrap font-semibold">{formatEur(gross)}</strong>,
          },
          ...(paidTotal === 0 || openTotal === 0
            ? []
            : [
                { term: withBasis(texts.paid, basis), value: <Amount amount={paidTotal} /> },
                openTotal < 0
                  ? { term: withBasis(texts.credit, basis), value: <Amount amount={-openTotal} /> }
                  : { term: withBasis(texts.open, basis), value: <Amount amount={openTotal} /> },
              ]),
        ]}
      />
      {tax.length === 0 ? <p className="mt-3 text-small text-muted">{texts.noTax}</p> : null}
    </Card>
  )
}

const texts = invoiceTexts.detail

function Amount({ amount }: { amount: number }) {
  return <span className="tabular whitespace-nowrap">{formatEur(amount)}</span>
}
