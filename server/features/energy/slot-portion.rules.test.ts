import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readingsPerSlotMax } from '#contract/energy-limits.ts'
import { readingsAtOnce, slotsOfPortion } from './slot-portion.rules.ts'

test('a portion holds as many slots as have few enough readings, and at least one', () => {
  const counts = fc.array(fc.integer({ min: 0, max: readingsPerSlotMax }), { minLength: 1, maxLength: 64 })
  fc.assert(
    fc.property(counts, each => {
      const length = slotsOfPortion(each)
      const sumOf = (end: number) => each.slice(0, end).reduce((sum, count) => sum + count, 0)
      expect(length).toBeGreaterThan(0)
      expect(length === 1 || sumOf(length) <= readingsAtOnce).toBe(true)
      expect(length === each.length || sumOf(length + 1) > readingsAtOnce).toBe(true)
    }),
  )
  // Even more than is stored today.
  expect(slotsOfPortion([10 * readingsAtOnce, 1])).toBe(1)
})
