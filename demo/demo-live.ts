/**
 * Keeps the running demo in its planned state. Its websites have reserved addresses and are never called; its
 * applications and its house do not exist. This writes the results that their checks, heartbeats and meters would have
 * produced.
 */
import type { Transaction } from 'kysely'
import { websiteCheckMinutes } from '#contract/limits.ts'
import { calendarDate, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { plannedApplications } from './application-plans.ts'
import { sendValues, writeHistory } from './demo-house.ts'
import { keepYear } from './house-year.ts'
import { plannedWebsites } from './website-plans.ts'

type Trx = Transaction<Database>

export const demoJobs: readonly JobDefinition[] = [
  { kind: 'demo-services', everyMs: minuteMs, run: runtime => keepServicesAlive(runtime) },
  { kind: 'demo-house', everyMs: 10_000, run: runtime => sendValues(runtime) },
  { kind: 'demo-year', everyMs: 10_000, run: runtime => keepYear(runtime) },
]

/** Also runs before the jobs start, so that a demo that was stopped does not restart with everything silent. */
export async function keepDemoAlive(runtime: Runtime): Promise<void> {
  await keepServicesAlive(runtime)
  await writeHistory(runtime)
}

async function keepServicesAlive(runtime: Runtime): Promise<void> {
  await inTransaction(runtime, async trx => {
    const now = runtime.clock.now()
    await recordHeartbeats(trx, now)
    await recordWebsiteChecks(trx, now)
  })
}

async function recordHeartbeats(trx: Trx, now: Date): Promise<void> {
  const alive = plannedApplications.filter(plan => plan.state === 'alive').map(plan => plan.name)
  const heard = await trx
    .selectFrom('application_service')
    .innerJoin('service', 'service.id', 'application_service.service_id')
    .select(['service.id', 'application_service.period_minutes'])
    .where('service.name', 'in', alive)
    .where('application_service.heartbeat_token_hash', 'is', null)
    .where('application_service.last_alive_at', 'is not', null)
    .execute()
  for (const { id, period_minutes } of heard) {
    await trx
      .updateTable('application_service')
      .set({ last_alive_at: instantText(now), silent_at: instantText(plusMs(now, period_minutes * minuteMs)) })
      .where('service_id', '=', id)
      .execute()
    await trx.updateTable('service').set({ state: 'ok' }).where('id', '=', id).where('state', '<>', 'ok').execute()
  }
}

async function recordWebsiteChecks(trx: Trx, now: Date): Promise<void> {
  const urls = plannedWebsites.map(plan => JSON.stringify(plan.urls))
  const due = await trx
    .selectFrom('website_service')
    .innerJoin('service', 'service.id', 'website_service.service_id')
    .selectAll('website_service')
    .where('service.urls', 'in', urls)
    .where('website_service.outcome', 'is not', null)
    .where('website_service.next_check_at', '<=', instantText(now))
    .execute()
  for (const website of due) {
    const isUp = website.outcome === 'ok'
    const ms = isUp ? (website.response_ms ?? 0) : 0
    const failures = isUp ? 0 : 1
    await trx
      .updateTable('website_service')
      .set({
        checked_at: instantText(now),
        next_check_at: instantText(plusMs(now, websiteCheckMinutes * minuteMs)),
        failures_in_row: isUp ? 0 : website.failures_in_row + 1,
      })
      .where('service_id', '=', website.service_id)
      .execute()
    await trx
      .insertInto('website_day')
      .values({
        service_id: website.service_id,
        date: calendarDate(now),
        checks: 1,
        failures,
        total_ms: ms,
        slowest_ms: ms,
      })
      .onConflict(conflict =>
        conflict.columns(['service_id', 'date']).doUpdateSet(eb => ({
          checks: eb('website_day.checks', '+', 1),
          failures: eb('website_day.failures', '+', failures),
          total_ms: eb('website_day.total_ms', '+', ms),
        })),
      )
      .execute()
  }
}
