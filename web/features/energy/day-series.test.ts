import { describe, expect, test } from 'vitest'
import type { EnergyGap } from '#contract/energy-gaps.ts'
import type { EnergyResult } from '#contract/energy-history.ts'
import { areaPath, dayScale, daySlots, linePath, stretchesOf } from './day-series.ts'
import { gapLines } from './gap-words.ts'
import { timeName } from './step-name.ts'

const nothing = {
  coverage: 1,
  importWh: null,
  exportWh: null,
  pvWh: null,
  chargeWh: null,
  dischargeWh: null,
  houseWh: null,
  carWh: null,
  heatWh: null,
  consumerWh: null,
  unexplainedWh: null,
  costEur: null,
  unpricedWh: null,
  estimatedPriceWh: null,
  origin: { pvWh: null, batteryPvWh: null, batteryGridWh: null, gridWh: null },
  levelPercent: null,
}
const slotAt = (startsAt: string, values: Partial<EnergyResult>): EnergyResult => ({ ...nothing, startsAt, ...values })
const later = Date.parse('2027-01-01T00:00:00Z')

test.each([
  ['2026-03-29', 92],
  ['2026-06-01', 96],
  ['2026-10-25', 100],
])('%s has %i quarter-hours, each with a name of its own', (day, count) => {
  const slots = daySlots(day, [], later)
  expect(slots).toHaveLength(count)
  expect(new Set(slots.map(({ startsAt }) => timeName(startsAt))).size).toBe(count)
  expect(stretchesOf(slots, 'gap')).toEqual([{ from: 0, to: count }])
})

test('a quarter-hour is a gap if a flow of the house is unknown, and later until it is computed', () => {
  const results = [
    slotAt('2026-11-24T23:00:00.000Z', { pvWh: 0, importWh: 100, houseWh: 100 }),
    slotAt('2026-11-24T23:15:00.000Z', { pvWh: 0 }),
    slotAt('2026-11-24T23:45:00.000Z', { pvWh: 500, importWh: 0, houseWh: 500 }),
  ]
  const slots = daySlots('2026-11-25', results, Date.parse('2026-11-25T00:16:00.000Z'))
  expect(slots.slice(0, 6).map(({ state }) => state)).toEqual(['measured', 'gap', 'gap', 'measured', 'later', 'later'])
  expect(slots[3]).toMatchObject({ generationKw: 2, useKw: 2, importKw: 0 })
  expect(stretchesOf(slots, 'gap')).toEqual([{ from: 1, to: 3 }])
})

describe('a quarter-hour of which less than half is measured', () => {
  const midnight = '2026-11-24T23:00:00.000Z'
  const silentBattery: EnergyGap = {
    from: midnight,
    to: '2026-11-24T23:15:00.000Z',
    reason: 'not_assigned',
    channels: ['Akku, Leistung'],
    code: null,
  }
  const stateOf = (values: Partial<EnergyResult>, gaps?: readonly EnergyGap[]) =>
    daySlots('2026-11-25', [slotAt(midnight, { pvWh: 500, importWh: 100, coverage: 0, ...values })], later, gaps)[0]
      ?.state

  test('is a gap with its reason, even of a channel that sends nothing all day', () => {
    const unknown = slotAt(midnight, { pvWh: 500, importWh: 100, carWh: 50, coverage: 0.4 })
    for (const gaps of [undefined, [silentBattery]]) {
      const slots = daySlots('2026-11-25', [unknown], later, gaps)
      expect(slots[0]).toMatchObject({ state: 'gap', generationKw: 2, useKw: null })
    }
    const lines = gapLines(daySlots('2026-11-25', [unknown], later, [silentBattery]), [silentBattery])
    expect(lines[0]?.text).toBe('00:00 bis 00:15\u00a0Uhr: Noch nicht zugeordnet: Akku, Leistung.')
  })

  test('is no gap if counters give its energy, although it is estimated', () => {
    expect(stateOf({ houseWh: 600, unexplainedWh: 0 })).toBe('measured')
    // Without a channel of the grid there is no balance, and the gaps from the server decide.
    expect(stateOf({ importWh: null })).toBe('gap')
    expect(stateOf({ importWh: null }, [])).toBe('measured')
  })
})

test('the scale reaches below 0 only where energy was fed in, and has a line at 0', () => {
  const bought = daySlots('2026-11-25', [slotAt('2026-11-24T23:00:00.000Z', { importWh: 900, houseWh: 900 })], later)
  expect(Math.min(...dayScale(bought))).toBe(0)
  const sold = daySlots('2026-11-25', [slotAt('2026-11-24T23:00:00.000Z', { pvWh: 1_750, exportWh: 1_600 })], later)
  const lines = dayScale(sold)
  expect(lines).toContain(0)
  expect(lines[0]).toBeLessThanOrEqual(-6.4)
  expect(lines.at(-1)).toBeGreaterThanOrEqual(7)
  expect(dayScale(daySlots('2026-11-25', [], later))).toEqual([0, 1])
})

test('lines and areas break at unknown values', () => {
  const values = [1, 2, null, null, 3]
  expect(linePath(values, value => value).match(/M/g)).toHaveLength(2)
  expect(areaPath(values, value => value).match(/M/g)).toHaveLength(2)
  expect(linePath([null, null], value => value)).toBe('')
})
