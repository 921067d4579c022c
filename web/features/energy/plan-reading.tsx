import { Tag } from '#web/components/display/tag.tsx'
import { energyPlanTexts } from '#web/texts/energy-plans.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import type { Quarter, QuarterFlows } from './plan-quarters.ts'
import { quarterName } from './quarter-names.ts'

interface PlanReadingProps {
  quarter: Quarter
  isNow: boolean
  isPast: boolean
}

/** A quarter-hour with its reasons: each storage, the price, the limit in force, measured beside planned. */
export function PlanReading({ quarter, isNow, isPast }: PlanReadingProps) {
  const nothing = isPast || isNow ? texts.nothingDecided : texts.nothingPlanned
  return (
    <div className="grid content-start gap-3">
      <h3 className="tabular text-lead">{isNow ? texts.whyNow : texts.why(quarterName(quarter.startsAt))}</h3>
      {quarter.steps === null ? <p className="text-muted">{nothing}</p> : null}
      {quarter.steps && quarter.byRules ? <p className="text-amber text-label">{texts.byRulesThen}</p> : null}
      {quarter.steps?.map(({ id, name, kind, mode, sentence, valueCt }) => (
        <div key={id} className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            {name} <Tag>{texts.modeOf(mode, kind)}</Tag>
          </p>
          <p>{sentence}</p>
          <p className="text-label text-muted">
            {valueCt === null ? texts.noValue : texts.value(texts.cents(valueCt))}
          </p>
        </div>
      ))}
      <dl className="tabular grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-hairline border-t pt-3 text-label">
        {factsOf(quarter).map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const texts = energyPlanTexts

function factsOf(quarter: Quarter): [string, string][] {
  const { importCt, exportCt, measured, planned, limits, isDimmed } = quarter
  const estimated = quarter.isPriceEstimated ? ` (${texts.priceEstimated})` : ''
  return [
    ...(importCt === null ? [] : [[texts.price, `${texts.cents(importCt)}${estimated}`] as [string, string]]),
    ...(exportCt === null ? [] : [[texts.feedIn, texts.cents(exportCt)] as [string, string]]),
    ...(limits === null ? [] : [[texts.limit, limitText(limits, isDimmed)] as [string, string]]),
    ...(measured ? [[texts.measured, flowText(measured)] as [string, string]] : []),
    ...(planned ? [[texts.planned, flowText(planned)] as [string, string]] : []),
  ]
}

function limitText({ maxImportW, maxExportW }: NonNullable<Quarter['limits']>, isDimmed: boolean): string {
  const parts = [
    ...(maxImportW === null ? [] : [texts.limits.import(kilowatts(maxImportW))]),
    ...(maxExportW === null ? [] : [texts.limits.export(kilowatts(maxExportW))]),
    ...(isDimmed ? [texts.limits.dimmed] : []),
  ]
  return parts.length === 0 ? texts.limits.none : parts.join(', ')
}

function flowText({ pvW, houseW, importW, exportW }: QuarterFlows): string {
  const named: [string, number | null][] = [
    [texts.sun, pvW],
    [texts.house, houseW],
    [texts.import, importW],
    [texts.export, exportW],
  ]
  return texts.flows(named.flatMap(([name, watts]) => (watts === null ? [] : [texts.flow(name, kilowatts(watts))])))
}

function kilowatts(watts: number): string {
  return energySiteTexts.kilowatts(watts / 1_000)
}

/** The same as one text, for screen readers. */
export function quarterSentence(quarter: Quarter | undefined): string {
  if (quarter === undefined) return ''
  const steps = (quarter.steps ?? []).flatMap(({ name, kind, mode, sentence, valueCt }) => [
    `${name}: ${texts.modeOf(mode, kind)}.`,
    sentence,
    valueCt === null ? texts.noValue : texts.value(texts.cents(valueCt)),
  ])
  const facts = factsOf(quarter).map(([term, value]) => `${term} ${value}.`)
  return texts.sentence(quarterName(quarter.startsAt), [
    ...(steps.length === 0 ? [texts.nothingDecided] : steps),
    ...facts,
  ])
}
