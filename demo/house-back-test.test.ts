import { expect, inject, test } from 'vitest'
import { createHighsSolver } from '#energy/highs-solver.ts'
import { dayMs, startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { backTest, shareOf } from './house-back-test.ts'
import { plannedSites } from './house-plans.ts'
import { simulationOf } from './house-simulation.ts'
import { expectedWeather } from './house-weather.ts'

const solve = await createHighsSolver(() => expect.unreachable('the solver broke down'))

/** A week of each season, in `npm test` one of them; the bench (`--only=back-test`) takes the whole year. */
const weeks = ['2025-04-07', '2025-01-13', '2025-07-07', '2025-10-20']

test.each(inject('proofSize') === 'whole' ? weeks : weeks.slice(0, 1))(
  'the optimiser is cheaper than self-use in the week from %s, and no trip falls short',
  from => {
    const to = new Date(Date.parse(from) + 7 * dayMs).toISOString().slice(0, 10)
    const result = backTest(from, to, solve)
    expect(result.missingWh).toBe(0)
    expect(result.eur.optimiser).toBeLessThan(result.eur.self_use)
    expect(result.eur.bound).toBeLessThanOrEqual(result.eur.optimiser)
    expect(shareOf(result)).toBeGreaterThan(0.5)
  },
)

const [site] = plannedSites
if (site === undefined) throw new Error('the demo has no house')
const from = startOfBerlinDay('2025-04-07').getTime()
const simulationUntil = (days: number) =>
  simulationOf(site, { from, prices: new Array((days * dayMs) / slotMs).fill({ importCt: 30, exportCt: 8 }) })

test('forecasts come from earlier measurements, not from later ones', () => {
  const { slots, expectedAt } = simulationUntil(3)
  const step = 40
  const before = expectedAt(step)
  // The same instant in a period that ends a quarter-hour later has the same forecast.
  const short = simulationOf(site, { from, prices: new Array(step + 1).fill({ importCt: 30, exportCt: 8 }) })
  expect(short.expectedAt(step)).toEqual(before)
  const wrong = slots.slice(step, step + 96).map(({ pvW }, index) => Math.abs(pvW - (before.pvW[index] ?? 0)))
  const measured = slots.slice(step, step + 96).reduce((sum, { pvW }) => sum + pvW, 0)
  const share = wrong.reduce((sum, watts) => sum + watts, 0) / measured
  expect(share).toBeGreaterThan(0.03)
  expect(share).toBeLessThan(0.6)
})

test('weather forecasts get worse the further ahead they are', () => {
  const offBy = (hoursAhead: number) => {
    const noons = Array.from({ length: 365 }, (_, day) => Date.UTC(2025, 0, 1 + day, 11))
    return noons.reduce((sum, at) => {
      const now = expectedWeather(at, at).celsius
      return sum + Math.abs(expectedWeather(at, at - hoursAhead * 3_600_000).celsius - now)
    }, 0)
  }
  expect(offBy(0)).toBe(0)
  expect(offBy(6)).toBeGreaterThan(0)
  expect(offBy(36)).toBeGreaterThan(2 * offBy(6))
})
