/** How far a plan moved against the previous one, and the main cause. Pure. */
import type { PlanChangeCause } from '#contract/energy-plan-words.ts'
import { slotMs } from './channel-slots.rules.ts'
import type { StoredPlan } from './site-plan.rules.ts'

export type PlanChange = {
  /** Expected cost over the time that both plans cover, energy stored at its end valued alike; above zero: dearer. */
  readonly changedEur: number
  readonly cause: PlanChangeCause
}

/** W in a quarter-hour at ct/kWh, as EUR. */
const eurPerWattCent = slotMs / 3_600_000 / 100_000

/** null: there is no time that both cover. */
export function planChangeOf(former: StoredPlan | null, next: StoredPlan): PlanChange | null {
  if (former === null) return null
  const count = next.input.loadW.length
  const passed = Math.round((Date.parse(next.input.startsAt) - Date.parse(former.input.startsAt)) / slotMs)
  if (passed < 1 || passed >= count) return null
  const steps = Array.from({ length: count - passed }, (_, step) => step)
  const pair = { former, next, passed, steps }
  const changedEur = Math.round((costOf(next, 0, pair) - costOf(former, passed, pair)) * 10_000) / 10_000
  return { changedEur, cause: causeOf(pair, changedEur) }
}

type Pair = {
  readonly former: StoredPlan
  readonly next: StoredPlan
  readonly passed: number
  /** Steps of the next plan; the former one's are later by `passed`. */
  readonly steps: readonly number[]
}

/** Of the common steps, from `first` on in this plan, less the energy stored at their end, valued as in the former. */
function costOf({ output }: StoredPlan, first: number, { former, steps }: Pair): number {
  const cents = sumOf(steps, step => {
    const at = first + step
    return (
      valueAt(output.importW, at) * valueAt(output.importCt, at) -
      valueAt(output.exportW, at) * valueAt(output.exportCt, at)
    )
  })
  const last = first + steps.length - 1
  const stored = former.output.storages.map(({ id, endCt }) => {
    const storage = output.storages.find(other => other.id === id)
    return storage === undefined ? 0 : (valueAt(storage.contentWh, last) * endCt) / 100_000
  })
  return cents * eurPerWattCent - stored.reduce((all, eur) => all + eur, 0)
}

/** The largest of the parts that moved the plan in the direction of its change. */
function causeOf(pair: Pair, changedEur: number): PlanChangeCause {
  const parts: [PlanChangeCause, number][] = [
    ['prices', priceEur(pair)],
    ['sun', -forecastEur(pair, 'pvW')],
    ['load', forecastEur(pair, 'loadW')],
    ['level', levelEur(pair)],
  ]
  const known = parts.reduce((all, [, eur]) => all + eur, 0)
  if (hasOtherSchedule(pair)) parts.push(['schedule', changedEur - known])
  const sign = changedEur < 0 ? -1 : 1
  return parts.reduce((most, part) => (part[1] * sign > most[1] * sign ? part : most))[0]
}

/** The additional cost of the former plan's flows at the new prices. */
function priceEur({ former: { output }, next, passed, steps }: Pair): number {
  const cents = sumOf(steps, step => {
    const at = passed + step
    return (
      valueAt(output.importW, at) * (valueAt(next.output.importCt, step) - valueAt(output.importCt, at)) -
      valueAt(output.exportW, at) * (valueAt(next.output.exportCt, step) - valueAt(output.exportCt, at))
    )
  })
  return cents * eurPerWattCent
}

/** The worth of an increased forecast, by the value of stored energy or the price of the grid. */
function forecastEur({ former, next, passed, steps }: Pair, name: 'pvW' | 'loadW'): number {
  const cents = sumOf(steps, step => {
    const at = passed + step
    const worthCt = former.output.storages[0]?.valueCt[at] ?? valueAt(former.output.importCt, at)
    return (valueAt(next.input[name], step) - valueAt(former.input[name], at)) * worthCt
  })
  return cents * eurPerWattCent
}

/** The worth of the stored energy that is missing against the former plan. */
function levelEur({ former, next, passed }: Pair): number {
  return former.output.storages.reduce((all, { id, contentWh, valueCt, endCt }) => {
    const now = next.input.storages.find(storage => storage.id === id)
    if (now === undefined) return all
    const missingWh = valueAt(contentWh, passed - 1) - now.contentWh
    return all + (missingWh * (valueCt[passed - 1] ?? endCt)) / 100_000
  }, 0)
}

/** Whether storages, departures within the common time, or connections differ. */
function hasOtherSchedule({ former, next, passed, steps }: Pair): boolean {
  const end = Date.parse(next.input.startsAt) + steps.length * slotMs
  const wordsOf = ({ input }: StoredPlan, first: number) =>
    JSON.stringify(
      input.storages.map(({ id, maxWh, maxChargeW, goals, connected }) => [
        ...[id, maxWh, maxChargeW],
        goals.filter(({ at }) => Date.parse(at) > Date.parse(next.input.startsAt) && Date.parse(at) <= end),
        connected.slice(first, first + steps.length),
      ]),
    )
  return wordsOf(former, passed) !== wordsOf(next, 0)
}

function valueAt(values: readonly (number | null)[], index: number): number {
  return values[index] ?? 0
}

function sumOf(steps: readonly number[], of: (step: number) => number): number {
  return steps.reduce((all, step) => all + of(step), 0)
}
