import { describe, expect, it } from 'vitest'
import { budgetLevel } from './rules.ts'

describe('the cost ceiling', () => {
  it.each([
    { total: 0, budget: null, level: 0 },
    { total: 999_999, budget: null, level: 0 },
    { total: 0, budget: 0, level: 0 },
    { total: 1, budget: 0, level: 100 },
    { total: 7_999, budget: 10_000, level: 0 },
    { total: 8_000, budget: 10_000, level: 80 },
    { total: 9_999, budget: 10_000, level: 80 },
    { total: 10_000, budget: 10_000, level: 100 },
    { total: 10_001, budget: 10_000, level: 100 },
  ])('of $budget cents is at level $level when $total cents are worked', ({ total, budget, level }) => {
    expect(budgetLevel({ total_cents: total, budget_cents: budget })).toBe(level)
  })
})
