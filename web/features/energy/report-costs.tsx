import { useQuery } from '@tanstack/react-query'
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import type { EnergyBill } from '#contract/energy-tariffs.ts'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { FigureTable } from '#web/components/table/figure-table.tsx'
import { formatDate, formatEur } from '#web/lib/format/format.ts'
import { energyBillTexts } from '#web/texts/energy-bills.texts.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energyReportTexts } from '#web/texts/energy-reports.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { figuresOf, gridCo2Of } from './energy-figures.ts'
import { dayAfter } from './energy-range.ts'
import { billQuery } from './energy-tariff.query-options.ts'
import { energyText } from './energy-words.ts'

const texts = energyReportTexts.costs

interface ReportCostsProps {
  site: EnergySite
  month: string
  sums: EnergyHistory['sums']
}

/** The cost of a month's energy by tariff, its CO₂, and the basis of both. */
export function ReportCosts({ site, month, sums }: ReportCostsProps) {
  const { data, isError, refetch, isFetching, isPlaceholderData } = useQuery(billQuery(site.id, month))
  const bill = isPlaceholderData ? undefined : data
  const figures = figuresOf(sums)
  const co2 = gridCo2Of(sums, site.zone)
  const hasBattery = sums.dischargeWh !== null
  const rests = [
    energySiteTexts.history.restsOn(
      figures.estimatedPriceKwh > 0 ? energyText(figures.estimatedPriceKwh) : null,
      figures.unpricedKwh > 0 ? energyText(figures.unpricedKwh) : null,
      hasBattery,
    ),
    bill?.source ?? null,
    co2 === null ? null : energyDayTexts.co2.restsOn(energyText(co2.gridKwh), co2.grams, hasBattery),
  ]
  return (
    <section aria-label={texts.title} className="grid grid-cols-1 gap-3">
      <h2 className="text-lead">{texts.title}</h2>
      {bill ? <Tariffs bill={bill} /> : null}
      {!bill && isError ? <ErrorState text={energyBillTexts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!bill && !isError ? <SkeletonText lines={3} /> : null}
      <p className="text-muted text-small">{rests.filter(part => part !== null).join(' ')}</p>
    </section>
  )
}

type BillPart = EnergyBill['parts'][number]

function Tariffs({ bill }: { bill: EnergyBill }) {
  const parts = bill.parts.filter(({ tariff, importWh, exportWh }) => tariff !== null || importWh + exportWh > 0)
  if (parts.every(({ tariff }) => tariff === null)) return <p className="text-label">{energyBillTexts.noTariff}</p>
  const eur = (of: (part: BillPart) => number) => (part: BillPart) => (part.tariff === null ? '–' : formatEur(of(part)))
  const sum = (of: (part: BillPart) => number) => formatEur(parts.reduce((all, part) => all + of(part), 0))
  const columns: readonly [header: string, of: (part: BillPart) => number][] = [
    [energyBillTexts.import, ({ importEur }) => importEur],
    [energyBillTexts.monthly, ({ monthlyEur }) => monthlyEur],
    [energyBillTexts.export, ({ exportEur }) => -exportEur],
  ]
  return (
    <FigureTable
      isWhole
      caption={texts.caption}
      rows={parts}
      keyOf={({ from }) => from}
      name={{ header: texts.tariff, cell: part => <TariffName part={part} /> }}
      columns={[
        ...columns.map(([header, of]) => ({ header, cell: eur(of), sum: sum(of) })),
        {
          header: energyBillTexts.partTotal,
          cell: eur(({ importEur, monthlyEur, exportEur }) => importEur + monthlyEur - exportEur),
          sum: formatEur(bill.totalEur),
        },
      ]}
      sumName={parts.length > 1 ? energyBillTexts.partTotal : undefined}
    />
  )
}

function TariffName({ part: { tariff, from, to } }: { part: BillPart }) {
  return (
    <>
      {tariff?.name ?? texts.noTariff}
      <span className="block font-normal text-muted">
        {energyBillTexts.days(formatDate(from), formatDate(dayAfter(to, -1)))}
      </span>
    </>
  )
}
