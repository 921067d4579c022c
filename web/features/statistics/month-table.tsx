import type { WorkMonth } from '#contract/statistics.ts'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { formatHours, formatLongMonth } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { statisticsTexts } from '#web/texts/statistics.texts.ts'

const texts = statisticsTexts

/** The values of the charts, newest month first. */
export function MonthTable({ months }: { months: readonly WorkMonth[] }) {
  const columns = columnsOf(usePrices())
  return (
    <Disclosure summary={texts.asTable}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section aria-label={texts.tableCaption} tabIndex={0} className="overflow-x-auto">
        <table className="tabular w-full min-w-[42rem] text-ink text-small">
          <caption className="sr-only">{texts.tableCaption}</caption>
          <thead>
            <tr className="border-field-border border-b text-muted">
              <th scope="col" className="py-2 pr-4 text-left font-medium">
                {texts.month}
              </th>
              {columns.map(column => (
                <th key={column.header} scope="col" className="px-2 py-2 text-right font-medium last:pr-0">
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(month => (
              <tr key={month.month} className="border-hairline border-b">
                <th scope="row" className="whitespace-nowrap py-1.5 pr-4 text-left font-medium">
                  {formatLongMonth(month.month)}
                </th>
                {columns.map(column => (
                  <td key={column.header} className="whitespace-nowrap px-2 py-1.5 text-right last:pr-0">
                    {column.cell(month)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  )
}

type Column = { header: string; cell: (month: WorkMonth) => string }

function columnsOf(prices: ShownPrices): readonly Column[] {
  const net = (header: string, amount: (month: WorkMonth) => number): Column => ({
    header: prices.label(header, 'net'),
    cell: month => prices.figure(header, amount(month), 'net').value,
  })
  return [
    { header: texts.hours, cell: month => formatHours(month.hours) },
    net(texts.billed, month => month.billedTotal),
    net(texts.open, month => month.openTotal),
    net(texts.total, month => month.total),
  ]
}
