import { expect, test } from 'vitest'
import { consumptionKw, exampleDay, firstBatteryLevel, spansOf, wallboxSpan } from './example-day.ts'
import { exampleMoment } from './example-moment.ts'

test('the example day contains every hour once', () => {
  expect(exampleDay.map(hour => hour.hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
})

test.each(exampleDay)('at $hour o’clock sources equal uses', hour => {
  expect(hour.generationKw + hour.gridKw).toBeCloseTo(consumptionKw(hour) + hour.batteryKw, 6)
})

test('the battery’s level stays between 0 and 1 and ends the day as it began', () => {
  const levels = exampleDay.map(hour => hour.batteryLevel)
  expect(Math.min(...levels)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...levels)).toBe(1)
  expect(levels.at(-1)).toBe(firstBatteryLevel)
})

test('the description of the chart is true', () => {
  expect(spansOf(exampleDay, hour => hour.wallboxKw > 0)).toEqual([wallboxSpan])
  expect(spansOf(exampleDay, hour => hour.batteryKw > 0)).toEqual([{ from: 8, to: 14 }])
  expect(spansOf(exampleDay, hour => hour.generationKw > 0)).toEqual([{ from: 6, to: 20 }])
  expect(spansOf(exampleDay, hour => hour.heatPumpKw > 0)).toEqual([
    { from: 9, to: 10 },
    { from: 13, to: 15 },
  ])
  expect(exampleDay.toSorted((a, b) => b.generationKw - a.generationKw)[0]?.hour).toBe(13)
})

test('the two bars of the example instant have the same length', () => {
  const sum = (parts: readonly { kilowatts: number }[]) => parts.reduce((total, part) => total + part.kilowatts, 0)
  expect(sum(exampleMoment.sources)).toBeCloseTo(sum(exampleMoment.uses), 6)
})
