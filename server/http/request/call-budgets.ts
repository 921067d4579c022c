/** Counts calls of visitors and customers against the budgets of the contract. */
import { type Budget, type BudgetName, budgets } from '#contract/budgets.ts'
import { type Endpoint, isWrite, provesItself } from '#contract/endpoint.ts'
import { effectiveRole } from '#server/auth/actor.ts'
import { type Counted, countedNetworks } from '#server/auth/client-network.ts'
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
    for (const payer of payersOf(budget, context)) {
      counter.count(`${name}:${payer.name}`, budget.perMinute * payer.times, context.clock.now())
    }
    const days = daysOf(name, budget, context)
    return days.length === 0 ? context : { ...context, atBegin: countOnce(context, days) }
  }
}

/** A request may need several transactions: the first commit counts. */
function countOnce({ clock }: Context, days: readonly Day[]): Context['atBegin'] {
  let isCounted = false
  return async trx => {
    if (isCounted) return
    for (const { key, limit } of days) await countOfDay(trx, clock, key, limit)
    afterCommit(trx, () => {
      isCounted = true
    })
  }
}

type Day = { readonly key: string; readonly limit: number }

function daysOf(name: BudgetName, budget: Budget, context: Context): Day[] {
  const { perDay, perUserDay } = budget
  const days: Day[] = []
  if (perDay !== null) {
    for (const payer of payersOf(budget, context)) {
      days.push({ key: `budget:${name}:${payer.name}`, limit: perDay * payer.times })
    }
  }
  if (perUserDay !== undefined && context.actor.kind === 'user') {
    days.push({ key: `budget:${name}:user:${context.actor.userId}`, limit: perUserDay })
  }
  return days
}

function payersOf({ of }: Budget, { actor, address }: Context): readonly Counted[] {
  if (of === 'network' || actor.kind !== 'user') return countedNetworks(address)
  return [{ name: of === 'session' ? actor.sessionId : (actor.customerId ?? actor.userId), times: 1 }]
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
