/** How much of a ticket's cost ceiling is used: nothing to say, nearly all of it, all of it. In percent. */
export type BudgetLevel = 0 | 80 | 100

/** `budget_cents` null = no ceiling. A ticket that costs nothing yet has reached nothing. */
export function budgetLevel({
  total_cents,
  budget_cents,
}: {
  total_cents: number
  budget_cents: number | null
}): BudgetLevel {
  if (budget_cents === null || total_cents === 0) return 0
  if (total_cents >= budget_cents) return 100
  return total_cents * 100 >= budget_cents * 80 ? 80 : 0
}
