/** Savings by step: days, or days added up to months and years. Amounts in EUR. */
import type { EnergySaving, SavingDay } from '#contract/energy-savings.ts'
import type { SavingBaseline } from '#web/texts/energy-savings.texts.ts'
import type { EnergyRange, RangeStep } from './energy-range.ts'

export type SavingStep = {
  /** The first day of the step. */
  readonly date: string
  readonly days: number
  readonly coverage: number
  readonly actualEur: number
  readonly baselineEur: number
  readonly savedEur: number
  /** What would have been saved with everything known beforehand. */
  readonly possibleEur: number
}

const baselines = {
  selfUse: 'selfUseEur',
  rules: 'rulesEur',
  none: 'noneEur',
} as const satisfies Record<SavingBaseline, keyof SavingDay>

/** One step for each day, month or year with a result. */
export function savingSteps(days: readonly SavingDay[], step: RangeStep, baseline: SavingBaseline): SavingStep[] {
  const length = { slot: 10, day: 10, month: 7, year: 4 }[step]
  const groups = Map.groupBy(days, ({ date }) => date.slice(0, length))
  return [...groups.values()].map(group => addUp(group, baseline))
}

export function addUp(days: readonly SavingDay[], baseline: SavingBaseline): SavingStep {
  // Whole ten-thousandths, so that steps add up exactly.
  const sum = (of: (day: SavingDay) => number) =>
    days.reduce((all, day) => all + Math.round(of(day) * 10_000), 0) / 10_000
  const name = baselines[baseline]
  return {
    date: days[0]?.date ?? '',
    days: days.length,
    coverage: days.length === 0 ? 0 : days.reduce((all, { coverage }) => all + coverage, 0) / days.length,
    actualEur: sum(day => day.actualEur),
    baselineEur: sum(day => day[name]),
    savedEur: sum(day => day[name] - day.actualEur),
    possibleEur: sum(day => day[name] - day.boundEur),
  }
}

/** Days on which the same baseline would have been cheaper. */
export function countNegative(days: readonly SavingDay[], baseline: SavingBaseline): number {
  return days.filter(day => Math.round((day[baselines[baseline]] - day.actualEur) * 10_000) < 0).length
}

/** How many days are without a result, by what is missing. */
export function missingByObstacle(missing: EnergySaving['missing']) {
  return [...Map.groupBy(missing, ({ obstacle }) => obstacle)].map(([obstacle, days]) => ({
    obstacle,
    count: days.length,
  }))
}

/** All years are the last three: older days are asked for by their year. */
export function savingRange({ from, to, step }: Pick<EnergyRange, 'from' | 'to' | 'step'>): {
  from: string
  to: string
} {
  if (step !== 'year') return { from, to }
  const year = Number(to.slice(0, 4)) - 3
  return { from: `${year}-01-01`, to }
}

/** Nothing was saved, and nothing could have been. */
export function isWithoutStorage({ results, missing }: EnergySaving, storages: number): boolean {
  return storages === 0 && results.length === 0 && missing.every(({ obstacle }) => obstacle === 'no_storage')
}
