/** Replays the days that are over, in a thread, and stores their cost under other policies. See decision 0096. */
import type { Insertable } from 'kysely'
import type { SavingObstacle } from '#contract/energy-savings.ts'
import { calendarDate } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { EnergySavingTable } from '#server/database/energy-tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createPlanner, type Planner } from '#server/energy/planner.ts'
import { listDueSavings, readSavingFacts } from './saving.queries.ts'
import {
  replayOf,
  type SavingCosts,
  type SavingFacts,
  savingObstacleOf,
  savingPolicies,
  withBound,
} from './saving.rules.ts'

/** In one run: plans get their turn in between. A year takes an hour. */
const daysPerRun = 12

type SavingOptions = { daysMax?: number; createThread?: () => Planner; ending?: AbortSignal | undefined }

/**
 * Computes the savings of days that are over and due, the latest first. A day that changes meanwhile stays due.
 * @param daysMax for a program that fills a whole history
 */
export async function storeSavings(
  runtime: Runtime,
  { daysMax = daysPerRun, createThread = createPlanner, ending }: SavingOptions = {},
): Promise<void> {
  const before = calendarDate(runtime.clock.now())
  const due = await listDueSavings(runtime.db, { before, limit: daysMax })
  if (due.length === 0) return
  const planner = createThread()
  try {
    for (const { date, ...site } of due) {
      if (ending?.aborted) return
      await setDue(runtime, site.id, date, 2)
      const facts = await readSavingFacts(runtime.db, site, date)
      await storeSaving(runtime, site.id, date, {
        covered_ms: facts.coveredMs,
        ...(await costsOf(runtime, planner, facts)),
      })
    }
  } finally {
    await planner.close()
  }
}

type Found = Omit<Insertable<EnergySavingTable>, 'site_id' | 'date' | 'covered_ms'>

async function costsOf(runtime: Pick<Runtime, 'log'>, planner: Planner, facts: SavingFacts): Promise<Found> {
  const obstacle = savingObstacleOf(facts)
  if (obstacle !== null) return without(obstacle)
  const { input, heldEur, actualEur } = replayOf(facts)
  const costs = { actual: actualEur, none: 0, self_use: 0, rules: 0, bound: 0 }
  for (const policy of savingPolicies) {
    const answer = await planner.ask('simulate', input(policy))
    if (!('totalEur' in answer)) {
      runtime.log.error({ siteId: facts.siteId, policy, answer }, 'a day cannot be replayed')
      return without('failed')
    }
    costs[policy] = answer.totalEur + heldEur
  }
  return { obstacle: null, ...columnsOf(withBound(costs)) }
}

function without(obstacle: SavingObstacle): Found {
  return { obstacle, actual_e4: null, none_e4: null, self_use_e4: null, rules_e4: null, bound_e4: null }
}

function columnsOf({ actual, none, self_use, rules, bound }: SavingCosts) {
  const e4 = (eur: number) => Math.round(eur * 10_000)
  return {
    actual_e4: e4(actual),
    none_e4: e4(none),
    self_use_e4: e4(self_use),
    rules_e4: e4(rules),
    bound_e4: e4(bound),
  }
}

async function setDue(runtime: Runtime, siteId: string, date: string, is_saving_due: 2): Promise<void> {
  await runtime.db
    .updateTable('energy_site_day')
    .set({ is_saving_due })
    .where('site_id', '=', siteId)
    .where('date', '=', date)
    .execute()
}

/** The result, and the note that it is stored, are one transaction. A day deleted meanwhile gets none. */
async function storeSaving(
  runtime: Runtime,
  siteId: string,
  date: string,
  values: Omit<Insertable<EnergySavingTable>, 'site_id' | 'date'>,
): Promise<void> {
  await inTransaction(runtime, async trx => {
    const day = await trx
      .updateTable('energy_site_day')
      .set(eb => ({
        is_saving_due: eb.case().when('is_saving_due', '=', 2).then(0).else(eb.ref('is_saving_due')).end(),
      }))
      .where('site_id', '=', siteId)
      .where('date', '=', date)
      .returning('date')
      .executeTakeFirst()
    if (day === undefined) return
    await trx
      .insertInto('energy_saving')
      .values({ site_id: siteId, date, ...values })
      .onConflict(conflict => conflict.columns(['site_id', 'date']).doUpdateSet(values))
      .execute()
  })
}
