import { expect, test } from 'vitest'
import { costChange, percentChange, pointChange } from './shown-change.ts'

test('a change of a share is the difference of the displayed shares', () => {
  // 58 % and 40 %, although the unrounded difference is nearer to 17 points.
  expect(pointChange(0.576, 0.404)).toBe(18)
  expect(pointChange(0.404, 0.396)).toBe(0)
  expect(pointChange(0.5, null)).toBeNull()
})

test('a change of a cost is the difference of the whole cents', () => {
  expect(costChange(1.006, 0.994)).toBe(0.02)
  expect(costChange(-0.3, 0.1)).toBe(-0.4)
  expect(costChange(null, 0.1)).toBeNull()
})

test('a change of energy is a share of the displayed energy, and none if that is displayed as 0', () => {
  expect(percentChange(3, 2)).toBe(50)
  expect(Object.is(percentChange(1_000, 1_000.1), 0)).toBe(true)
  expect(percentChange(1, 0.004)).toBeNull()
  expect(percentChange(1, null)).toBeNull()
})
