import { describe, expect, it } from 'vitest'
import { budgetBasisOf, budgetLevel, budgetUsedCents, isGrossBudget } from './ticket-budget.rules.ts'

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
    expect(budgetLevel({ used_cents: total, budget_cents: budget })).toBe(level)
  })

  it('means gross for a private customer and net for others, decided when it is set', () => {
    const none = { budget_cents: null, budget_is_gross: 0 } as const
    const kinds = ['private', 'business', 'public'] as const
    expect(kinds.map(kind => isGrossBudget(null, { budget: 500 }, kind))).toEqual([1, 0, 0])
    expect(kinds.map(kind => isGrossBudget(none, { budget: 500 }, kind))).toEqual([1, 0, 0])
    expect(kinds.map(kind => budgetBasisOf({ ...none, customer_kind: kind }))).toEqual(['gross', 'net', 'net'])
  })

  it.each([0, 1] as const)('keeps its meaning when it or the customer changes (%d)', budget_is_gross => {
    const stands = { budget_cents: 50_000, budget_is_gross }
    for (const kind of ['private', 'business'] as const) {
      expect(isGrossBudget(stands, { budget: 800 }, kind)).toBe(budget_is_gross)
      expect(budgetBasisOf({ ...stands, customer_kind: kind })).toBe(budget_is_gross === 1 ? 'gross' : 'net')
    }
  })

  it('is used by gross amounts if it is gross', () => {
    const ticket = (budget_is_gross: 0 | 1) => ({ total_cents: 10_000, budget_is_gross })
    expect(budgetUsedCents(ticket(0), { vatRate: 19 })).toBe(10_000)
    expect(budgetUsedCents(ticket(1), { vatRate: 19 })).toBe(11_900)
    expect(budgetUsedCents(ticket(1), { vatRate: null })).toBe(10_000)
  })
})
