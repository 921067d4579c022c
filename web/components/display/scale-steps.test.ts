import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleSteps } from './scale-steps.ts'

test.each([
  [0, [0, 1]],
  [0.25, [0, 0.1, 0.2, 0.3]],
  [4, [0, 1, 2, 3, 4]],
  [61.5, [0, 20, 40, 60, 80]],
  [100, [0, 25, 50, 75, 100]],
  [6_320, [0, 2_000, 4_000, 6_000, 8_000]],
])('a scale up to %d has the steps %j', (max, steps) => {
  expect(scaleSteps(max).map(step => Number(step.toFixed(6)))).toEqual(steps)
})

test('a scale starts at zero, covers the largest value and has at most four steps', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e9, noNaN: true }), max => {
      const steps = scaleSteps(max)
      expect(steps[0]).toBe(0)
      expect(steps.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9))
      expect(steps.length).toBeLessThanOrEqual(5)
      expect(steps.at(-2)).toBeLessThan(max)
    }),
  )
})
