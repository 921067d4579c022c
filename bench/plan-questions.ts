/** Plans as the portal asks for them: two days in quarter-hours of the demo's main house, through the year. */
import { plannedSites } from '#demo/house-plans.ts'
import { simulationOf } from '#demo/house-simulation.ts'
import { dayMs, hourMs } from '#server/clock.ts'

const steps = 192
/** Of a dynamic tariff, over the day: cheap at noon, expensive in the evening. */
const hourCt = [26, 25, 24, 24, 25, 27, 31, 34, 32, 28, 24, 21, 19, 19, 21, 24, 28, 33, 38, 37, 34, 31, 29, 27]

export function planQuestions(count: number): object[] {
  const [site] = plannedSites
  if (site === undefined) throw new RangeError('the demo has no house')
  return Array.from({ length: count }, (_, index) => {
    // Another day, and another hour of it.
    const from = Date.UTC(2025, 0, 8) + Math.floor((index * 357) / count) * dayMs + (index % 24) * hourMs
    const prices = Array.from({ length: steps }, (__, step) => ({
      importCt: (hourCt[(step >> 2) % 24] ?? 0) + ((index * 7 + step * 3) % 5) / 2,
      exportCt: 7.86,
    }))
    const { input, expectedAt } = simulationOf(site, { from, prices })
    const { loadW, pvW } = expectedAt(0)
    return { ...input('optimiser'), id: String(index), loadW, pvW }
  })
}

/** Of a few milliseconds each. */
export function shortQuestions(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    startsAt: '2025-05-01T00:00:00Z',
    minutes: new Array(24).fill(60),
    loadW: Array.from({ length: 24 }, (__, hour) => 300 + ((hour * 137 + index * 31) % 900)),
    pvW: Array.from({ length: 24 }, (__, hour) => Math.max(0, 2_800 - 400 * Math.abs(hour - 12.5))),
    importCt: hourCt,
    exportCt: new Array(24).fill(7.86),
    storages: [
      { id: 'battery', contentWh: (index * 700) % 9000, maxWh: 10_000, maxChargeW: 5_000, maxDischargeW: 5_000 },
    ],
  }))
}
