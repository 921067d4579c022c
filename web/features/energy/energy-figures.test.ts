import { expect, test } from 'vitest'
import { figuresOf, sources, uses } from './energy-figures.ts'

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
}

test('shares are those of use and of generation', () => {
  const sums = { ...nothing, pvWh: 10_000, exportWh: 4_000, importWh: 2_000, houseWh: 6_000, carWh: 2_000 }
  expect(figuresOf(sums)).toMatchObject({ usedKwh: 8, autarky: 0.75, selfUse: 0.6, unexplained: null })
})

test('without use or generation there is no share', () => {
  expect(figuresOf(nothing)).toMatchObject({ usedKwh: null, autarky: null, selfUse: null })
})

test('a battery charged from the grid leaves no negative share', () => {
  expect(figuresOf({ ...nothing, importWh: 9_000, houseWh: 5_000, chargeWh: 4_000 }).autarky).toBe(0)
})

test('the share of the sun is that of use with a known origin, at once and out of the battery', () => {
  const origin = { pvWh: 5_000, batteryPvWh: 1_000, batteryGridWh: 500, gridWh: 1_500 }
  expect(figuresOf({ ...nothing, origin })).toMatchObject({ sunShare: 0.75, gridKwh: 2 })
  expect(figuresOf(nothing).sunShare).toBeNull()
})

test('an unexplained rest shows above 3 %', () => {
  expect(figuresOf({ ...nothing, houseWh: 10_000, unexplainedWh: 300 }).unexplained).toBeNull()
  expect(figuresOf({ ...nothing, houseWh: 10_000, unexplainedWh: 301 }).unexplained).toMatchObject({ kwh: 0.301 })
})

test('sources and uses of an accounted stretch add up to the same', () => {
  const sums = {
    ...nothing,
    pvWh: 9_000,
    dischargeWh: 1_000,
    importWh: 2_000,
    houseWh: 5_000,
    carWh: 2_000,
    heatWh: 1_500,
    consumerWh: 500,
    chargeWh: 1_000,
    exportWh: 2_000,
  }
  const sumOf = (parts: typeof uses) => parts.reduce((sum, part) => sum + (part.of(sums) ?? 0), 0)
  expect(sumOf(sources)).toBe(sumOf(uses))
})
