import fc from 'fast-check'
import { expect, test } from 'vitest'
import { goesOn, groupByDistance, joinStretches } from './reading-stretches.rules.ts'

const instants = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 60 })

test('instants far apart are in different groups, those close to the previous one in the same group', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 500 }), (ats, apart) => {
      const groups = groupByDistance(ats, apart)
      expect(groups.flat()).toEqual(ats.toSorted((one, other) => one - other))
      for (const group of groups) {
        for (const [index, at] of group.entries()) expect(at - (group[index - 1] ?? at)).toBeLessThanOrEqual(apart)
      }
      for (const [index, group] of groups.entries()) {
        const before = groups[index - 1]?.at(-1)
        if (before !== undefined) expect((group[0] ?? 0) - before).toBeGreaterThan(apart)
      }
    }),
  )
})

test('stretches that overlap hold each reading once, in order', () => {
  const stored = fc.uniqueArray(fc.integer({ min: 0, max: 500 })).map(ats => ats.toSorted((one, other) => one - other))
  const bounds = fc.array(fc.tuple(fc.nat(500), fc.nat(200)), { maxLength: 8 })
  fc.assert(
    fc.property(stored, bounds, (ats, windows) => {
      const sorted = windows.toSorted(([one], [other]) => one - other)
      // Like neighbours: a later stretch reaches no further back than the previous one.
      const within = (at: number) => sorted.some(([from, length]) => at >= from && at <= from + length)
      const stretches = sorted.map(([from, length]) =>
        ats.filter(at => at >= from && at <= from + length).map(at_ms => ({ at_ms })),
      )
      expect(joinStretches(stretches).map(({ at_ms }) => at_ms)).toEqual(ats.filter(within))
    }),
  )
})

test('the distance of groups may depend on the two instants', () => {
  const apartMs = (_: number, next: number) => (next > 100 ? 5 : 50)
  expect(groupByDistance([0, 40, 95, 110, 113, 130], apartMs)).toEqual([[0, 40], [95], [110, 113], [130]])
})

test('a plateau continues where the sent values and those next to them are equal', () => {
  const near = [1, 7, 7, 9].map((value_millionths, at_ms) => ({ at_ms, value_millionths }))
  const around = (from: number, to: number) => ({ from, to, neighbours: 'many' as const })
  expect(goesOn(near, around(2, 3), new Set([7]))).toBe(false)
  expect(goesOn(near.slice(0, 3), around(2, 3), new Set([7]))).toBe(true)
  expect(goesOn(near.slice(0, 3), around(2, 3), new Set([8]))).toBe(false)
  expect(goesOn(near.slice(0, 3), around(1, 3), new Set([7]))).toBe(false)
})
