import { IconTrendingDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EnergySaving } from '#contract/energy-savings.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { ValueTable } from '#web/components/table/value-table.tsx'
import { formatDate, formatEur, formatLongMonth } from '#web/lib/format/format.ts'
import { energySavingTexts, type SavingBaseline } from '#web/texts/energy-savings.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { savingsQuery, storagesQuery } from './energy.query-options.ts'
import { type EnergyRange, type RangeStep, rangeName } from './energy-range.ts'
import { shareText } from './energy-words.ts'
import { SavingBars } from './saving-bars.tsx'
import {
  addUp,
  countNegative,
  isWithoutStorage,
  missingByObstacle,
  type SavingStep,
  savingRange,
  savingSteps,
} from './saving-figures.ts'

const texts = energySavingTexts

/** Savings by control of the storages in a period; renders nothing for a site without storages. */
export function SavingsSection({ site, range }: { site: EnergySite; range: EnergyRange }) {
  const { data, isError, refetch, isFetching } = useQuery(savingsQuery(site.id, savingRange(range)))
  const { data: storages } = useQuery(storagesQuery(site.id))
  if (data ? isWithoutStorage(data, storages?.count) : storages?.count === 0) return null
  return (
    <section aria-labelledby="energy-savings" className="grid gap-5">
      <h2 id="energy-savings" className="text-heading">
        {texts.title}: {rangeName(range)}
      </h2>
      {data ? <Savings savings={data} step={range.step} /> : null}
      {!data && isError ? <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={4} /> : null}
    </section>
  )
}

function Savings({ savings, step }: { savings: EnergySaving; step: RangeStep }) {
  const [baseline, setBaseline] = useState<SavingBaseline>('selfUse')
  const steps = savingSteps(savings.results, step, baseline)
  if (steps.length === 0)
    return (
      <>
        <EmptyState text={texts.empty} />
        <Missing savings={savings} />
      </>
    )
  const total = addUp(savings.results, baseline)
  return (
    <>
      <SavingSums savings={savings} baseline={baseline} />
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2" data-screen-only="">
          <NativeSelect
            compact
            aria-label={texts.baselineLabel}
            value={baseline}
            // The choices are baselines.
            onValueChange={value => setBaseline(value as SavingBaseline)}
            choices={(['selfUse', 'rules', 'none'] as const).map(value => ({ value, label: texts.baseline[value] }))}
          />
        </div>
        <p className="mt-3 text-label text-muted">{texts.explained[baseline]}</p>
        {steps.length > 1 ? (
          <div className="mt-5">
            <SavingBars
              summary={texts.chart(formatEur(total.savedEur), countNegative(savings.results, baseline))}
              bars={steps.map(({ date, savedEur }) => ({ key: date, name: nameOf(date, step), eur: savedEur }))}
            />
          </div>
        ) : null}
        <div className="mt-5">
          <SavingTable steps={steps} step={step} baseline={baseline} />
          <Disclosure summary={texts.howSummary}>
            <ul className="grid list-disc gap-2 pl-5 text-label">
              {texts.how.map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Disclosure>
        </div>
        <div className="mt-4 grid gap-1">
          <Missing savings={savings} />
          {savings.source ? <p className="text-muted text-small">{savings.source}</p> : null}
        </div>
      </Card>
    </>
  )
}

function SavingTable({ steps, step, baseline }: { steps: SavingStep[]; step: RangeStep; baseline: SavingBaseline }) {
  return (
    <ValueTable
      summary={texts.asTable}
      caption={texts.caption}
      rows={steps}
      name={{ header: texts.time, cell: ({ date }) => nameOf(date, step) }}
      columns={[
        { header: texts.actual, cell: ({ actualEur }) => formatEur(actualEur) },
        { header: texts.baseline[baseline], cell: ({ baselineEur }) => formatEur(baselineEur) },
        {
          header: texts.saved,
          cell: ({ savedEur }) => (savedEur < 0 ? <Loss>{formatEur(savedEur)}</Loss> : formatEur(savedEur)),
        },
        { header: texts.bound, cell: ({ possibleEur }) => formatEur(possibleEur) },
        { header: texts.days, cell: ({ days }) => texts.dayCount(days) },
        { header: texts.measured, cell: ({ coverage }) => shareText(coverage) },
      ]}
    />
  )
}

export function SavingSums({ savings, baseline }: { savings: EnergySaving; baseline: SavingBaseline }) {
  const total = addUp(savings.results, baseline)
  const negative = countNegative(savings.results, baseline)
  const isLoss = total.savedEur < 0
  return (
    <StatStrip
      label={texts.sums}
      stats={[
        {
          label: isLoss ? texts.notSaved : texts.saved,
          value: isLoss ? <Loss>{formatEur(-total.savedEur)}</Loss> : formatEur(total.savedEur),
          note: texts.savedNote[baseline],
        },
        { label: texts.bound, value: formatEur(total.possibleEur), note: texts.boundNote },
        { label: texts.actual, value: formatEur(total.actualEur), note: texts.actualNote },
        { label: texts.baseline[baseline], value: formatEur(total.baselineEur) },
        {
          label: texts.days,
          value: texts.dayCount(total.days),
          note: texts.coverage(shareText(savings.sums.coverage)),
        },
        { label: texts.negativeDays, value: negative > 0 ? <Loss>{negative}</Loss> : negative },
      ]}
    />
  )
}

/** Red, with a sign and a word beside it. */
export function Loss({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 text-red">
      <IconTrendingDown aria-hidden="true" className="size-5" />
      {children}
    </span>
  )
}

export function Missing({ savings: { missing } }: { savings: EnergySaving }) {
  if (missing.length === 0) return null
  const parts = missingByObstacle(missing).map(({ obstacle, spans, rest }) => texts.missingPart(obstacle, spans, rest))
  return <p className="text-label text-muted">{texts.missing(parts, missing.length)}</p>
}

function nameOf(date: string, step: RangeStep): string {
  if (step === 'year') return date.slice(0, 4)
  return step === 'month' ? formatLongMonth(date.slice(0, 7)) : formatDate(date)
}
