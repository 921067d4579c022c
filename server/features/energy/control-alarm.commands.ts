/** Begins and ends the alarms about plans and commands. */
import { hourMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { apply, finish, listOpen } from './alarm.commands.ts'
import { controlAlarmKinds, controlAlarms, type PlanRecord } from './control-alarm.rules.ts'
import { readControlFacts } from './control-facts.queries.ts'
import { readHead } from './plan-head.rules.ts'

/** How far back plans are read. */
const lookedBackMs = 2 * hourMs

/** A plan by rules for an hour, a departure that cannot be met, a device that does not follow: each begins and ends once. */
export async function noticeControl(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const open = await listOpen(runtime.db)
  const all = new Map((await readControlFacts(runtime.db, 'planned', now)).map(facts => [facts.site.id, facts]))
  const plans = await readPlanRecords(runtime, [...all.keys()], now)
  const lasting = [...open].filter(([, alarms]) => alarms.some(({ kind }) => isOfControl(kind))).map(([id]) => id)
  for (const siteId of new Set([...all.keys(), ...lasting])) {
    const facts = all.get(siteId)
    const ofSite = open.get(siteId) ?? []
    const record = plans.get(siteId) ?? { lastGoodAt: null, head: null }
    const found = facts === undefined ? [] : controlAlarms(facts, record, ofSite, now)
    await apply(runtime, siteId, ofSite, controlAlarmKinds, found)
  }
  await finish(runtime)
}

function isOfControl(kind: string): boolean {
  return controlAlarmKinds.some(each => each === kind)
}

async function readPlanRecords(
  { db }: Pick<Runtime, 'db'>,
  siteIds: readonly string[],
  now: Date,
): Promise<Map<string, PlanRecord>> {
  if (siteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('energy_plan')
    .select(['site_id', 'at_ms', 'made_at', 'status', 'head'])
    .where('site_id', 'in', siteIds)
    .where('at_ms', '>=', now.getTime() - lookedBackMs)
    .orderBy('at_ms')
    .execute()
  const records = new Map<string, PlanRecord>()
  for (const { site_id, made_at, status, head } of rows) {
    const isGood = status === 'optimal' || status === 'feasible'
    const lastGoodAt = isGood ? Date.parse(made_at) : (records.get(site_id)?.lastGoodAt ?? null)
    records.set(site_id, { lastGoodAt, head: readHead(head) })
  }
  return records
}
