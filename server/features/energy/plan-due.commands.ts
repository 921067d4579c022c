/** Plans that cannot wait for the next quarter-hour: the change is noted, and the site is planned at once. */
import type { Transaction } from 'kysely'
import type { PlanCause } from '#contract/energy-plan-words.ts'
import type { SiteZone } from '#contract/energy-sites.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'

type Trx = Transaction<Database>

export const replanJobKind = 'energy-replan'

/** Has a site replanned as soon as the transaction has committed. */
export async function demandPlan(
  trx: Trx,
  runtime: Pick<Runtime, 'clock'>,
  siteId: string,
  cause: PlanCause,
): Promise<void> {
  await trx
    .updateTable('energy_site')
    .set({ plan_due_at: instantText(runtime.clock.now()), plan_due_cause: cause })
    .where('id', '=', siteId)
    .execute()
  await enqueueJob(trx, runtime, { kind: replanJobKind, key: replanJobKind })
}

/** Has all sites of a zone with storages replanned: new prices. A site that is due for another cause keeps its turn. */
export async function demandPlansOfZone(trx: Trx, runtime: Pick<Runtime, 'clock'>, zone: SiteZone): Promise<void> {
  await trx
    .updateTable('energy_site')
    .set(eb => ({
      plan_due_at: instantText(runtime.clock.now()),
      plan_due_cause: eb.fn.coalesce('plan_due_cause', eb.val('prices' as const)),
    }))
    .where('zone', '=', zone)
    .where('id', 'in', eb => eb.selectFrom('energy_storage').select('site_id'))
    .execute()
}
