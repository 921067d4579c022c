import { useQuery } from '@tanstack/react-query'
import type { EnergySaving } from '#contract/energy-savings.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { FigureTable } from '#web/components/table/figure-table.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { energySavingTexts } from '#web/texts/energy-savings.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { savingsQuery, storagesQuery } from './energy.query-options.ts'
import type { EnergyRange } from './energy-range.ts'
import { addUp, isWithoutStorage, savingRange } from './saving-figures.ts'
import { Loss, Missing, SavingSums } from './savings-section.tsx'

const texts = energySavingTexts

/** The savings of a month on its report, with baselines and bound; nothing for a site without storages. */
export function MonthSavings({ site, range }: { site: EnergySite; range: EnergyRange }) {
  const { data, isError, refetch, isFetching, isPlaceholderData } = useQuery(savingsQuery(site.id, savingRange(range)))
  const { data: storages } = useQuery(storagesQuery(site.id))
  const savings = isPlaceholderData ? undefined : data
  if (savings ? isWithoutStorage(savings, storages?.count) : storages?.count === 0) return null
  return (
    <section aria-labelledby="report-savings" className="grid grid-cols-1 gap-3">
      <h2 id="report-savings" className="text-lead">
        {texts.title}
      </h2>
      {savings ? <Savings savings={savings} /> : null}
      {!savings && isError ? <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!savings && !isError ? <SkeletonText lines={4} /> : null}
    </section>
  )
}

function Savings({ savings }: { savings: EnergySaving }) {
  if (savings.results.length === 0) {
    return (
      <>
        <p className="text-label">{texts.empty}</p>
        <Missing savings={savings} />
      </>
    )
  }
  const { actualEur, baselineEur } = addUp(savings.results, 'selfUse')
  const ways = [
    ...(['none', 'selfUse', 'rules'] as const).map(baseline => ({
      name: texts.baseline[baseline],
      eur: addUp(savings.results, baseline).baselineEur,
    })),
    { name: texts.actual, eur: actualEur },
    { name: texts.bound, eur: savings.sums.boundEur },
  ]
  return (
    <>
      <SavingSums savings={savings} baseline="selfUse" />
      <FigureTable
        isWhole
        caption={texts.ways}
        rows={ways}
        keyOf={({ name }) => name}
        name={{ header: texts.way, cell: ({ name }) => name }}
        columns={[
          { header: texts.costOfWay, cell: ({ eur }) => formatEur(eur) },
          { header: texts.lessThanSelfUse, cell: ({ eur }) => <Difference eur={baselineEur - eur} /> },
        ]}
      />
      <p className="text-label text-muted">{texts.explained.selfUse}</p>
      <Missing savings={savings} />
      <Disclosure summary={texts.howSummary}>
        <ul className="grid list-disc gap-2 pl-5 text-label">
          {texts.how.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Disclosure>
      {savings.source ? <p className="text-muted text-small">{savings.source}</p> : null}
    </>
  )
}

function Difference({ eur }: { eur: number }) {
  // Whole cents: a rounding error is no loss.
  const rounded = Math.round(eur * 100) / 100
  return rounded < 0 ? <Loss>{formatEur(rounded)}</Loss> : formatEur(Math.abs(rounded))
}
