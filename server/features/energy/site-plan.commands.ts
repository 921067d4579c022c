/** Plans each site once in each quarter-hour, in a thread, and keeps every plan with its input. */
import { setTimeout as delay } from 'node:timers/promises'
import { dayMs, instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { inTransaction, wakeAfterCommit } from '#server/database/transaction.ts'
import { createPlanner, type Planner } from '#server/energy/planner.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import { decisionColumnsOf } from './plan-day.rules.ts'
import { planHead } from './plan-head.rules.ts'
import { restMs } from './plan-turn.rules.ts'
import { findDueSite, listDueSites, listSitesToReplan, packPlan, readPlanFacts } from './site-plan.queries.ts'
import {
  inputOf,
  inputWithMoreTime,
  obstacleOf,
  type PlanFacts,
  type PlanInput,
  type StoredPlan,
} from './site-plan.rules.ts'

/** How long a plan can be replayed. */
const keptDays = 14

type PlanOptions = {
  readonly createThread?: () => Planner
  /** Remaining sites are planned by the next run. */
  readonly ending?: AbortSignal | undefined
}

/**
 * Plans the sites that have no plan of this quarter-hour yet, or are to be replanned, in turn. A site without current
 * readings, tariff or prices is left out: it follows its own rules. Of two simultaneous runs the first plan stays.
 */
export async function planSites(runtime: Runtime, options: PlanOptions = {}): Promise<void> {
  const from = slotOf(runtime.clock.now().getTime())
  await planInTurn(runtime, await listDueSites(runtime.db, from), from, { ...options, hasTime: true })
}

/** Plans the sites for which somebody waits, in a thread of its own: they do not wait for a quarter-hour's plans. */
export async function replanSites(runtime: Runtime, options: PlanOptions = {}): Promise<void> {
  const from = slotOf(runtime.clock.now().getTime())
  await planInTurn(runtime, await listSitesToReplan(runtime.db, from), from, options)
}

async function planInTurn(
  runtime: Runtime,
  sites: readonly DueSite[],
  from: number,
  { createThread = createPlanner, ending, hasTime = false }: PlanOptions & { readonly hasTime?: boolean },
): Promise<void> {
  if (sites.length === 0) return
  const planner = createThread()
  let allWorkMs = 0
  try {
    for (const [index, { id }] of sites.entries()) {
      // Sites that do not fit into their quarter-hour are planned in the next one.
      const leftMs = from + slotMs - runtime.clock.now().getTime()
      if (ending?.aborted || leftMs <= 0) return
      const startedMs = performance.now()
      const sitesLeft = sites.length - index - 1
      await planOne(runtime, planner, id, { from, shareMs: leftMs / (sitesLeft + 1), ending })
      const workMs = performance.now() - startedMs
      allWorkMs += workMs
      const turn = { workMs, meanWorkMs: allWorkMs / (index + 1), leftMs: leftMs - workMs, sitesLeft }
      const ms = hasTime ? restMs(turn) : 0
      if (ms > 0) await delay(ms, undefined, ending && { signal: ending }).catch(() => {})
    }
  } finally {
    await planner.close()
  }
}

type PlanTurn = Pick<PlanOptions, 'ending'> & { readonly from: number; readonly shareMs: number }

async function planOne(
  runtime: Runtime,
  planner: Planner,
  id: string,
  { from, shareMs, ending }: PlanTurn,
): Promise<void> {
  const site = await findDueSite(runtime.db, id, from)
  if (site === undefined) return
  const facts = await readPlanFacts(runtime.db, site, from, runtime.clock.now())
  if (obstacleOf(facts) !== null) return
  const input = inputOf(facts)
  const first = await askFor(runtime, planner, input)
  if (first === null) return
  const longer = ending?.aborted ? null : inputWithMoreTime(first, shareMs)
  const stored = longer === null ? first : await askFor(runtime, planner, longer)
  await keepPlan(runtime, site, from, stored ?? first, facts)
}

async function askFor({ log }: Runtime, planner: Planner, input: PlanInput): Promise<StoredPlan | null> {
  const output = await planner.ask('plan', input)
  if (output.status !== 'invalid' && 'selfUse' in output) return { input, output }
  log.error({ siteId: input.id, output }, 'a site cannot be planned')
  return null
}

type DueSite = Awaited<ReturnType<typeof listDueSites>>[number]

/** The first plan of a quarter-hour has the time of its start; a requested one has the time it was made. */
async function keepPlan(
  runtime: Runtime,
  site: DueSite,
  from: number,
  stored: StoredPlan,
  facts: PlanFacts,
): Promise<void> {
  const now = runtime.clock.now()
  await inTransaction(runtime, async trx => {
    const { plan_due_at, plan_due_cause } = site
    if (plan_due_at !== null) {
      const { numUpdatedRows } = await trx
        .updateTable('energy_site')
        .set({ plan_due_at: null, plan_due_cause: null })
        .where('id', '=', site.id)
        .where('plan_due_at', '=', plan_due_at)
        .executeTakeFirstOrThrow()
      // Another instance has planned it, or it has changed again and is planned once more.
      if (numUpdatedRows === 0n) return
    }
    await trx
      .insertInto('energy_plan')
      .values({
        id: newId(now),
        site_id: site.id,
        at_ms: plan_due_at === null ? from : now.getTime(),
        made_at: instantText(now),
        plan: packPlan(stored),
        status: stored.output.status,
        cause: plan_due_at === null ? 'slot' : (plan_due_cause ?? 'slot'),
        head: JSON.stringify(planHead(stored)),
        ...decisionColumnsOf(facts, stored),
      })
      .onConflict(conflict => conflict.columns(['site_id', 'at_ms']).doNothing())
      .execute()
    // Its commands follow at once.
    wakeAfterCommit(trx)
  })
}

export async function removeOldPlans({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('energy_plan')
    .where('at_ms', '<', clock.now().getTime() - keptDays * dayMs)
    .execute()
}
