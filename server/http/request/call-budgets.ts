/** Counts calls of visitors and customers against the budgets of the contract. */
import { type Budget, type BudgetName, budgets } from '#contract/budgets.ts'
import { type Endpoint, isWrite, provesItself } from '#contract/endpoint.ts'
import { effectiveRole } from '#server/auth/actor.ts'
import { clientNetwork } from '#server/auth/client-network.ts'
import { countOfDay } from '#server/auth/throttle.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { afterCommit } from '#server/database/transaction.ts'
import { createCallCounter } from './call-counter.ts'

/**
 * Counts an admitted call before its body is read, and returns the context to run it with: a write counts for the day
 * in its own transaction. Throws `throttled`, there also `budget.used_up`.
 */
export type Spend = (endpoint: Endpoint, context: Context) => Context

export function createCallBudgets({ countsCalls }: Pick<Config, 'countsCalls'>): Spend {
  if (!countsCalls) return (_, context) => context
  const counter = createCallCounter()

  return (endpoint, context) => {
    const role = effectiveRole(context.actor)
    if (role === 'admin') return context
    const name = budgetOf(endpoint, role)
    if (name === null) return context
    const budget: Budget = budgets[name]
    const key = `${name}:${payerOf(budget, context)}`
    counter.count(key, budget.perMinute, context.clock.now())
    return budget.perDay === null ? context : { ...context, atBegin: countOnce(context, key, budget.perDay) }
  }
}

/** A request may need several transactions: the first commit counts. */
function countOnce({ clock }: Context, key: string, perDay: number): Context['atBegin'] {
  let isCounted = false
  return async trx => {
    if (isCounted) return
    await countOfDay(trx, clock, `budget:${key}`, perDay)
    afterCommit(trx, () => {
      isCounted = true
    })
  }
}

function payerOf({ of }: Budget, { actor, address }: Context): string {
  if (of === 'network' || actor.kind !== 'user') return clientNetwork(address)
  return of === 'session' ? actor.sessionId : (actor.customerId ?? actor.userId)
}

/** The budget of a call; null where it is not counted. */
export function budgetOf(endpoint: Endpoint, caller: 'visitor' | 'customer'): BudgetName | null {
  if (provesItself(endpoint)) return endpoint.budget ?? 'programs'
  const { access, budget } = endpoint
  if (budget && (caller === 'customer' || budgets[budget].of === 'network')) return budget
  if (caller === 'visitor' || access === 'public') return isWrite(endpoint) ? 'visits' : null
  if (endpoint.download) return 'downloads'
  if (!isWrite(endpoint)) return null
  return endpoint.path.startsWith('/api/auth/') ? 'account' : 'changes'
}
