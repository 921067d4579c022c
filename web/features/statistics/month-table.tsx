import type { LinkProps } from '@tanstack/react-router'
import type { WorkMonth } from '#contract/statistics.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { type ValueColumn, ValueTable } from '#web/components/table/value-table.tsx'
import { formatHours, formatLongMonth } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { statisticsTexts } from '#web/texts/statistics.texts.ts'

const texts = statisticsTexts

interface MonthTableProps {
  months: readonly WorkMonth[]
  /** Leads to the work of a month (`YYYY-MM`). */
  monthLink: (month: string) => LinkProps
}

/** The values of the charts, newest month first. */
export function MonthTable({ months, monthLink }: MonthTableProps) {
  const columns = columnsOf(usePrices(), monthLink)
  return (
    <ValueTable
      summary={texts.asTable}
      caption={texts.tableCaption}
      rows={months.toReversed()}
      name={{ header: texts.month, cell: ({ month }) => formatLongMonth(month) }}
      columns={columns}
    />
  )
}

function columnsOf(prices: ShownPrices, monthLink: MonthTableProps['monthLink']): readonly ValueColumn<WorkMonth>[] {
  const net = (header: string, amount: (month: WorkMonth) => number): ValueColumn<WorkMonth> => ({
    header: prices.label(header, 'net'),
    cell: month => prices.figure(header, amount(month), 'net').value,
  })
  return [
    {
      header: texts.hours,
      cell: ({ month, hours }) =>
        hours > 0 ? (
          <TextLink {...monthLink(month)} className="-my-1.5 inline-flex min-h-[38px] items-center">
            {formatHours(hours)}
          </TextLink>
        ) : (
          formatHours(hours)
        ),
    },
    net(texts.billed, month => month.billedTotal),
    net(texts.open, month => month.openTotal),
    net(texts.total, month => month.total),
  ]
}
