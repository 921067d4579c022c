import type { Selectable } from 'kysely'
import type { EnergySaving, SavingDay } from '#contract/energy-savings.ts'
import { startOfBerlinDay } from '#server/clock.ts'
import type { EnergySavingTable } from '#server/database/energy-tables.ts'
import { dateAfter } from './energy-bill.rules.ts'

type Row = Selectable<EnergySavingTable>
type Costs = { readonly [C in 'actual' | 'none' | 'self_use' | 'rules' | 'bound' as `${C}_e4`]: number }

/** Days in order, and their sums; sums are of whole ten-thousandths, so days add up exactly. */
export function presentSavings(rows: readonly Row[], source: string | null): EnergySaving {
  const days = rows.flatMap(row => {
    const { actual_e4, none_e4, self_use_e4, rules_e4, bound_e4 } = row
    if (actual_e4 === null || none_e4 === null || self_use_e4 === null || rules_e4 === null || bound_e4 === null)
      return []
    return [{ ...row, actual_e4, none_e4, self_use_e4, rules_e4, bound_e4 }]
  })
  const total = (column: keyof Costs) => days.reduce((all, day) => all + day[column], 0)
  const lengths = days.map(
    ({ date }) => startOfBerlinDay(dateAfter(date, 1)).getTime() - startOfBerlinDay(date).getTime(),
  )
  const passedMs = lengths.reduce((all, length) => all + length, 0)
  const coveredMs = days.reduce((all, { covered_ms }) => all + covered_ms, 0)
  return {
    results: days.map(
      (day, index): SavingDay => ({
        date: day.date,
        coverage: shareOf(day.covered_ms, lengths[index] ?? 0),
        ...presentCosts(day),
      }),
    ),
    sums: {
      days: days.length,
      negativeDays: days.filter(({ actual_e4, self_use_e4 }) => self_use_e4 < actual_e4).length,
      coverage: shareOf(coveredMs, passedMs),
      ...presentCosts({
        actual_e4: total('actual_e4'),
        none_e4: total('none_e4'),
        self_use_e4: total('self_use_e4'),
        rules_e4: total('rules_e4'),
        bound_e4: total('bound_e4'),
      }),
    },
    missing: rows.flatMap(({ date, obstacle }) => (obstacle === null ? [] : [{ date, obstacle }])),
    source,
  }
}

function presentCosts(costs: Costs) {
  return {
    actualEur: costs.actual_e4 / 10_000,
    noneEur: costs.none_e4 / 10_000,
    selfUseEur: costs.self_use_e4 / 10_000,
    rulesEur: costs.rules_e4 / 10_000,
    boundEur: costs.bound_e4 / 10_000,
    savedEur: (costs.self_use_e4 - costs.actual_e4) / 10_000,
  }
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, Math.round((part / whole) * 10_000) / 10_000)
}
