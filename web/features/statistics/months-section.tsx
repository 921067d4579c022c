import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { WorkMonth } from '#contract/statistics.ts'
import { Card } from '#web/components/display/card.tsx'
import { classNames } from '#web/components/display/class-names.ts'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { formatHours, formatLongMonth, formatRoundEur } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { statisticsTexts } from '#web/texts/statistics.texts.ts'
import { MonthBars } from './month-bars.tsx'
import { MonthTable } from './month-table.tsx'
import { workMonthsQuery } from './statistics.query-options.ts'

/** Leads to the work of a month (`YYYY-MM`). */
type MonthLink = (month: string) => LinkProps

/** Hours and revenue of the last twelve months, as charts and as a table. Renders nothing before the first work. */
export function MonthsSection({ monthLink }: { monthLink: MonthLink }) {
  const { data: months, isError, isFetching, refetch } = useQuery(workMonthsQuery())
  if (months?.every(month => month.hours === 0 && month.total === 0)) return null
  return (
    <Card title={texts.title}>
      {months ? <Months months={months} monthLink={monthLink} /> : null}
      {!months && isError ? <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {months || isError ? null : <SkeletonText lines={8} />}
    </Card>
  )
}

const texts = statisticsTexts

function Months({ months, monthLink }: { months: readonly WorkMonth[]; monthLink: MonthLink }) {
  const prices = usePrices()
  const [mostHours, mostRevenue, last] = [most(months, 'hours'), most(months, 'total'), months.at(-1)]
  if (!mostHours || !mostRevenue || !last) return null
  return (
    <>
      <p className="mb-5 max-w-reading text-label text-muted">{texts.lead}</p>
      <figure className="m-0 grid gap-6">
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
          <div className="grid content-start gap-4">
            <Head name={texts.hours} value={texts.hoursShort(formatHours(last.hours))} month={last} />
            <MonthBars
              bars={months.map(({ month, hours }) => ({ month, parts: [hours] }))}
              summary={texts.hoursSummary(mostHours, last)}
              format={value => formatNumber(value)}
            />
          </div>
          <div className="grid content-start gap-4">
            <Head name={prices.label(texts.revenue, 'net')} value={prices.named(last.total, 'net')} month={last} />
            <MonthBars
              bars={months.map(({ month, billedTotal, openTotal }) => ({ month, parts: [billedTotal, openTotal] }))}
              summary={texts.revenueSummary(
                mostRevenue,
                prices.named(mostRevenue.total, 'net'),
                prices.named(last.total, 'net'),
              )}
              format={formatRoundEur}
            />
            <Legend />
          </div>
        </div>
        <figcaption>
          <MonthTable months={months} monthLink={monthLink} />
        </figcaption>
      </figure>
    </>
  )
}

/** Title of a chart with the value of the current month. */
function Head({ name, value, month }: { name: string; value: string; month: WorkMonth }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 className="text-lead">{name}</h3>
      <p className="text-label text-muted">
        {texts.running(formatLongMonth(month.month))} <span className="tabular font-semibold text-ink">{value}</span>
      </p>
    </div>
  )
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-label text-muted">
      {[texts.billed, texts.open].map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            data-graphic=""
            className={classNames(
              'size-4 rounded-[3px] border border-graphic',
              index === 0 ? 'bg-graphic' : 'month-hatch',
            )}
          />
          {name}
        </li>
      ))}
    </ul>
  )
}

function most(months: readonly WorkMonth[], value: 'hours' | 'total'): WorkMonth | undefined {
  return months.reduce<WorkMonth | undefined>(
    (best, month) => (best && best[value] >= month[value] ? best : month),
    undefined,
  )
}
