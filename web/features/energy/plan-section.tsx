import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { PlanDay, PlanObstacle, SitePlan } from '#contract/energy-plans.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { ValueTable } from '#web/components/table/value-table.tsx'
import { berlinDate, formatEur, formatTime } from '#web/lib/format/format.ts'
import { energyPlanTexts } from '#web/texts/energy-plans.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { historyQuery } from './energy.query-options.ts'
import { planDayQuery, planQuery } from './energy-plan.query-options.ts'
import { rangeAround } from './energy-range.ts'
import { sitePricesQuery } from './energy-tariff.query-options.ts'
import { energyText } from './energy-words.ts'
import { PlanPicture } from './plan-picture.tsx'
import { planPictureOf, type Quarter } from './plan-quarters.ts'
import { quarterName } from './quarter-names.ts'

interface PlanSectionProps {
  site: EnergySite
  /** A link to the tariffs, without which there is no plan. */
  tariffsLink: ReactNode
}

/** Planned beside measured values of today and tomorrow, with reasons and the changes of plan. */
export function PlanSection({ site, tariffsLink }: PlanSectionProps) {
  const answer = useQuery(planQuery(site.id))
  const day = useQuery(planDayQuery(site.id))
  const history = useQuery({ ...historyQuery(site.id, rangeAround(berlinDate(), 'day')), refetchInterval: 60_000 })
  const prices = useQuery(sitePricesQuery(site.id))
  const [plan, loaded, slots, priced] = [answer.data?.plan ?? null, day.data, history.data, prices.data]
  const picture = useMemo(
    () =>
      loaded && slots && priced
        ? planPictureOf({ day: loaded, plan, history: slots.results, prices: priced.results })
        : null,
    [loaded, slots, priced, plan],
  )
  const queries = [answer, day, history, prices]
  const isFailed = queries.some(({ isError, data }) => isError && !data)
  const retry = () => Promise.all(queries.map(({ refetch }) => refetch()))
  return (
    <section aria-labelledby="energy-plan" className="grid grid-cols-1 gap-5">
      <SectionHeader titleId="energy-plan" title={texts.title} lead={texts.lead} />
      {isFailed ? (
        <ErrorState text={texts.failed} onRetry={retry} busy={queries.some(({ isFetching }) => isFetching)} />
      ) : null}
      {!isFailed && (!answer.data || !picture) ? <SkeletonText lines={8} /> : null}
      {answer.data && picture && loaded ? (
        <>
          <PlanState
            obstacle={answer.data.obstacle}
            siteState={site.state}
            unplanned={answer.data.unplanned}
            plan={plan}
          >
            {tariffsLink}
          </PlanState>
          <PlanPicture picture={picture} first={loaded.first} source={answer.data.source ?? priced?.source ?? null} />
          <PlanChanges changes={loaded.changes} />
          <Card>
            <PlanTable quarters={picture.quarters} />
          </Card>
        </>
      ) : null}
    </section>
  )
}

const texts = energyPlanTexts

interface PlanStateProps {
  obstacle: PlanObstacle | null
  siteState: EnergySite['state']
  unplanned: readonly string[]
  plan: SitePlan | null
  /** A link, if a tariff is missing. */
  children: ReactNode
}

/** The obstacle to a plan, the storages it leaves out, its expected cost, and its shortfalls. */
function PlanState({ obstacle, siteState, unplanned, plan, children }: PlanStateProps) {
  return (
    <>
      {obstacle === null ? null : (
        <Notice
          kind={obstacle === 'waiting' ? 'info' : 'warning'}
          action={obstacle === 'no_tariff' ? children : null}
          live
        >
          {texts.obstacleOf(obstacle, siteState)}
        </Notice>
      )}
      {plan?.status === 'rules' ? <Notice kind="warning">{texts.byRules}</Notice> : null}
      {unplanned.length > 0 && obstacle === null ? (
        <Notice kind="warning">{texts.unplanned(unplanned.join(', '))}</Notice>
      ) : null}
      {plan?.shortfalls.map(({ storage, kind, step, wh }) => (
        <Notice key={`${storage} ${kind} ${step}`} kind="warning">
          {texts.shortfall(
            plan.storages.find(({ id }) => id === storage)?.name ?? texts.connection,
            energyText(wh / 1_000),
            quarterName(new Date(Date.parse(plan.startsAt) + step * 900_000).toISOString()),
          )}
        </Notice>
      ))}
      {plan ? (
        <p className="max-w-reading text-label">
          {[
            texts.cost(formatEur(plan.costEur), formatEur(plan.selfUseCostEur)),
            storedSentence(plan),
            texts.forecastOnly,
            plan.isPriceEstimated.includes(true) ? texts.estimatedPrices : null,
          ]
            .filter(sentence => sentence !== null)
            .join(' ')}
        </p>
      ) : null}
    </>
  )
}

/** Without this sentence, a plan that fills the storages looks dearer than none. */
function storedSentence({ endValueEur, selfUseEndValueEur }: SitePlan): string | null {
  const more = endValueEur - selfUseEndValueEur
  if (Math.abs(more) < 0.005) return null
  return more > 0 ? texts.storedMore(formatEur(more)) : texts.storedLess(formatEur(-more))
}

function PlanChanges({ changes }: { changes: PlanDay['changes'] }) {
  return (
    <Card title={texts.changes}>
      {changes.length === 0 ? <p className="text-muted">{texts.noChanges}</p> : null}
      <ul className="grid gap-2">
        {changes.map(({ madeAt, sentence }) => (
          <li key={madeAt}>{texts.change(`${formatTime(madeAt)}\u00a0Uhr`, sentence)}</li>
        ))}
      </ul>
    </Card>
  )
}

/** The picture as a table: every quarter-hour with its reason. */
function PlanTable({ quarters }: { quarters: readonly Quarter[] }) {
  const power = (watts: number | null | undefined) =>
    watts === null || watts === undefined ? '–' : energySiteTexts.kilowatts(watts / 1_000)
  const both = (of: (flows: NonNullable<Quarter['measured']>) => number | null) => (row: Quarter) =>
    `${power(row.measured && of(row.measured))} / ${power(row.planned && of(row.planned))}`
  return (
    <ValueTable
      summary={texts.asTable}
      note={texts.tableNote}
      caption={texts.caption}
      rows={quarters.filter(({ measured, planned, steps }) => measured ?? planned ?? steps)}
      name={{ header: texts.time, cell: ({ startsAt }) => quarterName(startsAt) }}
      columns={[
        { header: texts.sun, cell: both(({ pvW }) => pvW) },
        { header: texts.house, cell: both(({ houseW }) => houseW) },
        { header: texts.import, cell: both(({ importW }) => importW) },
        { header: texts.export, cell: both(({ exportW }) => exportW) },
        { header: texts.priceColumn, cell: ({ importCt }) => (importCt === null ? '–' : texts.cents(importCt)) },
        {
          header: texts.reason,
          cell: ({ steps }) => steps?.map(({ sentence }) => sentence).join(' ') ?? '–',
          isProse: true,
        },
      ]}
    />
  )
}
