import type { InvoiceLineInput } from '#contract/invoice-lines.ts'
import { withBasis } from '#contract/texts/prices.texts.ts'
import { Card } from '#web/components/display/card.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'
import { liveSumsOf } from './written-values.ts'

/** The sums of a draft as it is on the screen. */
export function WrittenSums({ lines }: { lines: readonly InvoiceLineInput[] }) {
  const { netCents, groups, grossCents, undecidedCount, isComplete } = liveSumsOf(lines)
  return (
    <Card title={texts.title}>
      <DefinitionList
        items={[
          { term: texts.net, value: <Amount cents={netCents} /> },
          ...groups.map(({ vatCase, baseCents, taxCents }) => ({
            term: texts.tax(writtenInvoiceTexts.vatCases[vatCase]),
            value: (
              <>
                <Amount cents={taxCents} />
                {groups.length > 1 ? (
                  <span className="block text-small text-muted">{texts.base(formatEur(baseCents / 100))}</span>
                ) : null}
              </>
            ),
          })),
          {
            term: withBasis(texts.gross, groups.some(({ rate }) => rate > 0) ? 'gross' : null),
            value: <strong className="tabular whitespace-nowrap font-semibold">{formatEur(grossCents / 100)}</strong>,
          },
        ]}
      />
      {undecidedCount > 0 ? (
        <p className="mt-3 text-small text-muted">{unbroken(texts.undecided(undecidedCount))}</p>
      ) : null}
      {isComplete ? null : <p className="mt-3 text-small text-muted">{texts.incomplete}</p>}
    </Card>
  )
}

const texts = writtenInvoiceTexts.sums

function Amount({ cents }: { cents: number }) {
  return <span className="tabular whitespace-nowrap">{formatEur(cents / 100)}</span>
}
