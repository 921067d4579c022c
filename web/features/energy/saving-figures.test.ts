import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SavingDay } from '#contract/energy-savings.ts'
import {
  addUp,
  countNegative,
  isWithoutStorage,
  missingByObstacle,
  savingRange,
  savingSteps,
} from './saving-figures.ts'

const eur = fc.integer({ min: -200_000, max: 200_000 }).map(e4 => e4 / 10_000)
const day: fc.Arbitrary<SavingDay> = fc.record({
  date: fc
    .integer({ min: 0, max: 800 })
    .map(index => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)),
  coverage: fc.constant(1),
  actualEur: eur,
  noneEur: eur,
  selfUseEur: eur,
  rulesEur: eur,
  boundEur: eur,
  savedEur: fc.constant(0),
})
const days = fc.uniqueArray(day, { selector: ({ date }) => date, maxLength: 60 })

test('days add up to months and years exactly, against each baseline', () => {
  fc.assert(
    fc.property(days, fc.constantFrom('selfUse', 'rules', 'none'), (list, baseline) => {
      const all = addUp(list, baseline)
      for (const step of ['day', 'month', 'year'] as const) {
        const steps = savingSteps(list, step, baseline)
        const total = steps.reduce((sum, { savedEur }) => sum + Math.round(savedEur * 10_000), 0)
        expect(total).toBe(Math.round(all.savedEur * 10_000))
        expect(steps.reduce((sum, each) => sum + each.days, 0)).toBe(list.length)
      }
      const negative = savingSteps(list, 'day', baseline).filter(({ savedEur }) => savedEur < 0)
      expect(countNegative(list, baseline)).toBe(negative.length)
    }),
  )
})

test('days without a result are named by their obstacle, consecutive days as one, and many are counted', () => {
  const coverage = ['2026-02-28', '2026-03-01', '2026-03-03', '2026-03-05', '2026-03-07', '2026-03-08']
  const missing = [
    { date: '2026-03-02', obstacle: 'no_prices' as const },
    ...coverage.toReversed().map(date => ({ date, obstacle: 'coverage' as const })),
  ]
  expect(missingByObstacle(missing)).toEqual([
    { obstacle: 'no_prices', spans: [{ from: '2026-03-02', to: '2026-03-02' }], rest: 0 },
    {
      obstacle: 'coverage',
      spans: [
        { from: '2026-02-28', to: '2026-03-01' },
        { from: '2026-03-03', to: '2026-03-03' },
        { from: '2026-03-05', to: '2026-03-05' },
      ],
      rest: 2,
    },
  ])
})

test('all years are the last three, which the call accepts', () => {
  expect(savingRange({ from: '2000-01-01', to: '2027-01-01', step: 'year' })).toEqual({
    from: '2024-01-01',
    to: '2027-01-01',
  })
  expect(savingRange({ from: '2026-03-01', to: '2026-04-01', step: 'day' })).toEqual({
    from: '2026-03-01',
    to: '2026-04-01',
  })
})

test('a house without a storage has no savings to wait for, regardless of other obstacles', () => {
  const saving = (...obstacles: ('no_storage' | 'coverage')[]) => ({
    results: [],
    missing: obstacles.map(obstacle => ({ date: '2026-03-01', obstacle })),
  })
  expect(isWithoutStorage(saving('no_storage', 'coverage'), 0)).toBe(true)
  expect(isWithoutStorage(saving('no_storage', 'coverage'), 1)).toBe(false)
  // Still loading.
  expect(isWithoutStorage(saving('no_storage'), undefined)).toBe(true)
  expect(isWithoutStorage(saving('coverage'), undefined)).toBe(false)
})
