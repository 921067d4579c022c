import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import type { EnergyBill } from '#contract/energy-tariffs.ts'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { berlinDate, formatDate, formatEur, formatLongMonth } from '#web/lib/format/format.ts'
import { energyBillTexts } from '#web/texts/energy-bills.texts.ts'
import { neighbourOf, rangeAround } from './energy-range.ts'
import { billQuery } from './energy-tariff.query-options.ts'
import { energyText, shareText } from './energy-words.ts'

interface BillSectionProps {
  site: EnergySite
  /** A day of the month. */
  day: string
  onDayChange: (day: string) => void
  /** A link to the tariffs, without which there is no bill. */
  tariffsLink: ReactNode
}

/** The bill of a month, recomputed from quarter-hours, to compare with the supplier's. */
export function BillSection({ site, day, onDayChange, tariffsLink }: BillSectionProps) {
  const range = rangeAround(day, 'month')
  const month = range.from.slice(0, 7)
  const { data, isError, refetch, isFetching, isPlaceholderData } = useQuery(billQuery(site.id, month))
  // Hides the bill of another month.
  const bill = isPlaceholderData ? undefined : data
  return (
    <section aria-labelledby="energy-bill" className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="energy-bill" className="text-heading">
          {texts.title(formatLongMonth(month))}
        </h2>
        <div className="flex flex-wrap items-center gap-2" data-screen-only="">
          <IconButton
            label={texts.before}
            icon={<IconChevronLeft />}
            onClick={() => onDayChange(neighbourOf(range, -1).from)}
          />
          <IconButton
            label={texts.after}
            icon={<IconChevronRight />}
            disabled={range.to > berlinDate()}
            onClick={() => onDayChange(neighbourOf(range, 1).from)}
          />
          <Button size="small" icon={<IconPrinter />} onClick={() => print()}>
            {texts.print}
          </Button>
        </div>
      </div>
      <p className="max-w-reading text-muted">{texts.lead}</p>
      {bill ? <LoadedBill site={site} bill={bill} tariffsLink={tariffsLink} /> : null}
      {!bill && isError ? <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!bill && !isError ? <SkeletonText lines={8} /> : null}
    </section>
  )
}

const texts = energyBillTexts

/** Below this share of the time a bill is marked as incomplete. */
const wholeShare = 0.995

function LoadedBill({ site, bill, tariffsLink }: { site: EnergySite; bill: EnergyBill; tariffsLink: ReactNode }) {
  const priced = bill.parts.filter(({ tariff }) => tariff !== null)
  const unpriced = bill.parts.filter(({ tariff, importWh, exportWh }) => tariff === null && importWh + exportWh > 0)
  if (priced.length === 0) return <EmptyState text={texts.noTariff} action={tariffsLink} />
  const isRunning = bill.month === berlinDate().slice(0, 7)
  return (
    <>
      {site.demo ? <Notice kind="info">{texts.madeUp}</Notice> : null}
      {bill.coverage < wholeShare ? <Notice kind="warning">{texts.gaps(shareText(bill.coverage))}</Notice> : null}
      {isRunning ? <Notice kind="info">{texts.running}</Notice> : null}
      {unpriced.map(part => (
        <Notice key={part.from} kind="warning">
          {texts.unpriced(daysOf(part), energyText(part.importWh / 1_000), energyText(part.exportWh / 1_000))}
        </Notice>
      ))}
      {bill.estimatedPriceWh > 0 ? (
        <Notice kind="info">{texts.estimated(energyText(bill.estimatedPriceWh / 1_000))}</Notice>
      ) : null}
      {priced.map(part => (
        <PartCard key={part.from} part={part} />
      ))}
      <Card tone="sunken">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <span className="text-lead">{bill.totalEur < 0 ? texts.received : texts.total}</span>
          <strong className="tabular text-heading">{formatEur(Math.abs(bill.totalEur))}</strong>
        </p>
        <p className="mt-1 text-label text-muted">
          {texts.totalNote(energyText(bill.importWh / 1_000), energyText(bill.exportWh / 1_000))}
        </p>
      </Card>
      <p className="text-muted text-small">
        {texts.rounding} {bill.source}
      </p>
    </>
  )
}

type BillPart = EnergyBill['parts'][number]

/** `to` of a part is exclusive. */
function daysOf({ from, to }: Pick<BillPart, 'from' | 'to'>): string {
  const last = new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10)
  return texts.days(formatDate(from), formatDate(last))
}

type BillLine = { name: string; eur: number; note?: string; isSum?: boolean }

/** The positions of the days in which one tariff holds. */
function PartCard({ part }: { part: BillPart }) {
  const imported = part.importWh / 1_000
  const exported = part.exportWh / 1_000
  const positions: readonly BillLine[] = [
    { name: texts.exchange, eur: part.exchangeEur },
    { name: texts.supply, eur: part.supplyEur },
    { name: texts.grid, eur: part.gridEur },
    { name: texts.levies, eur: part.leviesEur },
    { name: texts.vat, eur: part.vatEur },
  ]
  const lines: readonly BillLine[] = [
    // A tariff without such a part has no such position.
    ...positions.filter(({ eur }) => eur !== 0),
    { name: texts.import, eur: part.importEur, note: noteOf(imported, part.importMeanCt), isSum: true },
    { name: texts.monthly, eur: part.monthlyEur, note: texts.monthlyNote },
    { name: texts.export, eur: -part.exportEur, note: noteOf(exported, part.exportMeanCt) },
    { name: texts.partTotal, eur: part.importEur + part.monthlyEur - part.exportEur, isSum: true },
  ]
  return (
    <Card title={part.tariff?.name} actions={<span className="tabular text-label text-muted">{daysOf(part)}</span>}>
      <table className="tabular w-full text-label">
        <caption className="sr-only">{texts.caption(part.tariff?.name ?? '', daysOf(part))}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.position}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, eur, note, isSum }) => (
            <tr
              key={name}
              className={isSum ? 'border-field-border border-y font-semibold' : 'border-hairline border-b'}
            >
              <th scope="row" className={`py-2 pr-4 text-left ${isSum ? 'font-semibold' : 'font-normal'}`}>
                {name}
                {note ? <span className="block font-normal text-muted text-small">{note}</span> : null}
              </th>
              <td className="whitespace-nowrap py-2 text-right align-top">{formatEur(eur)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** The energy and its mean price per kilowatt-hour. */
function noteOf(kwh: number, meanCt: number | null): string {
  return meanCt === null ? energyText(kwh) : texts.mean(energyText(kwh), texts.cents(meanCt))
}
