import './services.css'
import type { WebsiteDay } from '#contract/website-services.ts'
import { formatCount, formatDate } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { dayKindOf } from './uptime-days.ts'

/** The values of the chart by day, latest first. */
export function UptimeTable({ days }: { days: readonly WebsiteDay[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={texts.tableTitle} tabIndex={0} className="uptime-table">
      <table className="tabular w-full text-ink text-small">
        <caption className="sr-only">{texts.tableTitle}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr className="border-field-border border-b text-muted">
            <th scope="col" className="py-2 pr-4 text-left font-medium">
              {texts.date}
            </th>
            {columns.map(column => (
              <th
                key={column.header}
                scope="col"
                className={`px-2 py-2 font-medium last:pr-0 ${column.isText ? 'text-left' : 'text-right'}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(day => (
            <tr key={day.date} className="border-hairline border-b">
              <th scope="row" className="py-1.5 pr-4 text-left font-medium">
                {formatDate(day.date)}
              </th>
              {columns.map(column => (
                <td
                  key={column.header}
                  className={`px-2 py-1.5 last:pr-0 ${column.isText ? 'text-left' : 'text-right'}`}
                >
                  {column.cell(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const texts = serviceTexts.history

const columns: readonly { header: string; cell: (day: WebsiteDay) => string; isText?: true }[] = [
  { header: texts.state, cell: day => texts.days[dayKindOf(day)], isText: true },
  { header: texts.uptime, cell: day => (day.uptime === null ? '–' : `${formatNumber(day.uptime * 100, 0, 1)}\u00a0%`) },
  { header: texts.checks, cell: day => formatCount(day.checks) },
  { header: texts.failures, cell: day => formatCount(day.failures) },
  { header: texts.mean, cell: day => milliseconds(day.meanMs) },
  { header: texts.slowest, cell: day => milliseconds(day.slowestMs) },
]

function milliseconds(value: number | null): string {
  return value === null ? '–' : serviceTexts.answered(value)
}
