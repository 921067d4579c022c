/** The optimiser on the demo's main house, knowing only what could be known at each step, beside the other policies. */
import { tariffOf } from '#energy/check-tariff.ts'
import type { Solver } from '#energy/linear-problem.ts'
import { type Policy, simulate } from '#energy/simulate.ts'
import { pricesOf } from '#energy/tariff.ts'
import { startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { plannedSites } from './house-plans.ts'
import { simulationOf } from './house-simulation.ts'

const policies = ['self_use', 'rules', 'optimiser', 'bound'] as const
type Tested = Extract<Policy, (typeof policies)[number]>

export type BackTest = {
  /** EUR with wear, minus the value of the remaining content. */
  readonly eur: Readonly<Record<Tested, number>>
  /** Wh that a departure or a trip fell short of under the optimiser. */
  readonly missingWh: number
}

/** Dates of Europe/Berlin, `to` exclusive; at the tariff that the house has now. */
export function backTest(from: string, to: string, solve: Solver): BackTest {
  const [site] = plannedSites
  const tariff = site?.tariffs.at(-1)?.tariff
  if (site === undefined || tariff === undefined) throw new RangeError('the demo has no house with a tariff')
  const start = startOfBerlinDay(from).getTime()
  const starts = Array.from({ length: (startOfBerlinDay(to).getTime() - start) / slotMs }, (_, i) => start + i * slotMs)
  const minutes = starts.map(() => slotMs / 60_000)
  // No part of the tariff follows the exchange.
  const { importCt, exportCt } = pricesOf(
    tariffOf(tariff),
    starts,
    minutes,
    minutes.map(() => 0),
  )
  const prices = starts.map((_, step) => ({ importCt: importCt[step] ?? 0, exportCt: exportCt[step] ?? 0 }))
  const { input, expectedAt } = simulationOf(site, { from: start, prices })
  const eur = { self_use: 0, rules: 0, optimiser: 0, bound: 0 }
  let missingWh = 0
  for (const policy of policies) {
    const output = simulate(input(policy), solve, expectedAt)
    if (output.status === 'invalid') throw new TypeError(JSON.stringify(output.problems))
    eur[policy] = output.totalEur
    if (policy === 'optimiser') missingWh = output.shortfalls.reduce((sum, { wh }) => sum + wh, 0)
  }
  return { eur, missingWh }
}

/** The share of the possible saving against self-use. */
export function shareOf({ eur }: Pick<BackTest, 'eur'>): number {
  return (eur.self_use - eur.optimiser) / (eur.self_use - eur.bound)
}
