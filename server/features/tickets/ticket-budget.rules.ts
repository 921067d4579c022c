import type { CustomerKind } from '#contract/customers.ts'
import { ceilingState, firstBasis, type PriceBasis, type Prices, usedCents } from '#contract/prices.ts'

/** The level of a ticket's cost ceiling: no message, nearly used, fully used. In percent. */
export type BudgetLevel = 0 | 80 | 100

type Ceiling = { budget_cents: number | null; budget_is_gross: 0 | 1 }

/**
 * The basis of a ceiling is decided when it is set, by the kind of customer at that time, and stays while one is set:
 * nobody's 500 € become another amount because the customer's kind or the tax changes. See decision 0054.
 */
export function isGrossBudget(
  before: Ceiling | null,
  { budget }: { budget: number | null },
  kind: CustomerKind,
): 0 | 1 {
  if (budget === null) return 0
  if (before !== null && before.budget_cents !== null) return before.budget_is_gross
  return firstBasis(kind) === 'gross' ? 1 : 0
}

/** The basis of the existing ceiling, else of one that is set now. */
export function budgetBasisOf({
  budget_cents,
  budget_is_gross,
  customer_kind,
}: Ceiling & { customer_kind: CustomerKind }): PriceBasis {
  if (budget_cents === null) return firstBasis(customer_kind)
  return budget_is_gross === 1 ? 'gross' : 'net'
}

/** The used part of the ceiling, in its own basis. */
export function budgetUsedCents(
  { total_cents, budget_is_gross }: { total_cents: number; budget_is_gross: 0 | 1 },
  prices: Pick<Prices, 'vatRate'>,
): number {
  return usedCents(total_cents, budget_is_gross === 1 ? 'gross' : 'net', prices)
}

/** `budget_cents` null = no ceiling. */
export function budgetLevel({
  used_cents,
  budget_cents,
}: {
  used_cents: number
  budget_cents: number | null
}): BudgetLevel {
  const state = budget_cents === null ? 'left' : ceilingState(used_cents, budget_cents)
  if (state === 'left') return 0
  return state === 'near' ? 80 : 100
}
