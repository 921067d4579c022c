import { expect, test } from 'vitest'
import { figuresOf, gridCo2Of, sources, uses } from './energy-figures.ts'

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

test('use is the energy of all consumers, and self-use a share of the generation', () => {
  const sums = { ...nothing, pvWh: 10_000, exportWh: 4_000, importWh: 2_000, houseWh: 6_000, carWh: 2_000 }
  expect(figuresOf(sums)).toMatchObject({ usedKwh: 8, selfUse: 0.6, unexplained: null })
})

test('without use or generation there is no share', () => {
  expect(figuresOf(nothing)).toMatchObject({ usedKwh: null, autarky: null, selfUse: null })
})

test('autarky is the sun’s share of use with a known origin, at once and out of the battery', () => {
  const origin = { pvWh: 5_000, batteryPvWh: 1_000, batteryGridWh: 500, gridWh: 1_500 }
  expect(figuresOf({ ...nothing, origin })).toMatchObject({ autarky: 0.75 })
})

test('CO₂ follows from the displayed used energy of the grid, regardless of other imports', () => {
  const origin = { pvWh: 5_000, batteryPvWh: 1_000, batteryGridWh: 500, gridWh: 17_414.6 }
  const sums = { ...nothing, importWh: 20_560, origin }
  expect(gridCo2Of(sums, 'DE-LU')).toEqual({ gridKwh: 17.91, grams: 363, kilograms: (17.91 * 363) / 1_000 })
  expect(gridCo2Of(nothing, 'DE-LU')).toBeNull()
  expect(gridCo2Of(sums, 'AT')).toBeNull()
})

test('a battery charged from the grid does not make a house independent of the grid', () => {
  // Charged last night: nothing is imported while it is used up.
  const origin = { pvWh: 1_000, batteryPvWh: 0, batteryGridWh: 3_000, gridWh: 0 }
  const sums = { ...nothing, importWh: 0, pvWh: 1_000, exportWh: 0, dischargeWh: 3_000, houseWh: 4_000, origin }
  expect(figuresOf(sums).autarky).toBe(0.25)
  // Charging for later use does not reduce the share that the sun has covered.
  const charging = { ...nothing, importWh: 4_000, chargeWh: 4_000, pvWh: 5_000, houseWh: 5_000 }
  expect(figuresOf({ ...charging, origin: { ...nothing.origin, pvWh: 5_000 } }).autarky).toBe(1)
})

test('an unexplained rest is shown above 3 %', () => {
  expect(figuresOf({ ...nothing, houseWh: 10_000, unexplainedWh: 300 }).unexplained).toBeNull()
  expect(figuresOf({ ...nothing, houseWh: 10_000, unexplainedWh: 301 }).unexplained).toMatchObject({ kwh: 0.301 })
})

test('sources and uses of an accounted period have the same sum', () => {
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
