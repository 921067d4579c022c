/** Savings by step: days, or days added up to months and years. Amounts in EUR. */
import type { EnergySaving, SavingDay } from '#contract/energy-savings.ts'
import type { SavingBaseline } from '#web/texts/energy-savings.texts.ts'
import { dayAfter, type EnergyRange, type RangeStep } from './energy-range.ts'

export type SavingStep = {
  /** The first day of the step. */
  readonly date: string
  readonly days: number
  readonly coverage: number
  readonly actualEur: number
  readonly baselineEur: number
  readonly savedEur: number
  /** The possible saving with everything known beforehand. */
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

/** Consecutive days, the last one included. */
export type DaySpan = { from: string; to: string }

/** The days without a result by obstacle; `rest` counts those beyond the first spans. */
export function missingByObstacle(missing: EnergySaving['missing']) {
  return [...Map.groupBy(missing, ({ obstacle }) => obstacle)].map(([obstacle, days]) => {
    const spans = spansOf(days.map(({ date }) => date).toSorted())
    const shown = spans.slice(0, shownSpans)
    return { obstacle, spans: shown, rest: days.length - daysOf(shown) }
  })
}

const shownSpans = 3

function spansOf(dates: readonly string[]): DaySpan[] {
  const spans: DaySpan[] = []
  for (const date of dates) {
    const last = spans.at(-1)
    if (last && dayAfter(last.to, 1) === date) last.to = date
    else spans.push({ from: date, to: date })
  }
  return spans
}

function daysOf(spans: readonly DaySpan[]): number {
  return spans.reduce((days, { from, to }) => days + (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1, 0)
}

/** All years are the last three: older days are requested by their year. */
export function savingRange({ from, to, step }: Pick<EnergyRange, 'from' | 'to' | 'step'>): {
  from: string
  to: string
} {
  if (step !== 'year') return { from, to }
  const year = Number(to.slice(0, 4)) - 3
  return { from: `${year}-01-01`, to }
}

/** Nothing was saved, and nothing could have been. `storages`: their current number; undefined while that loads. */
export function isWithoutStorage(
  { results, missing }: Pick<EnergySaving, 'results' | 'missing'>,
  storages: number | undefined,
): boolean {
  if (results.length > 0) return false
  return storages === undefined ? missing.every(({ obstacle }) => obstacle === 'no_storage') : storages === 0
}
