import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { calendarDate, instantText, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { fewListed } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getSiteToChange } from './energy-site.queries.ts'

/**
 * Records that an admin views the measured values of sites: a load curve shows when somebody is at home. One line per
 * admin, site and day, on disk before the answer. Views as a customer have lines of their own. 404 for an unknown site.
 */
export async function noteLooks(context: Context, siteIds: readonly string[]): Promise<void> {
  const { actor, clock } = context
  if (siteIds.length === 0 || actor.kind !== 'user' || !isAdmin(actor)) return
  const since = instantText(startOfBerlinDay(calendarDate(clock.now())))
  const look = { userId: actor.userId, since }
  const unseen = await unseenBy(context.db, look, [...new Set(siteIds)])
  if (unseen.length === 0) return
  await inTransaction(context, async trx => {
    // Locked in one order: a page sends several requests at once.
    for (const siteId of unseen.toSorted()) await getSiteToChange(trx, context.scope, siteId)
    for (const siteId of await unseenBy(trx, look, unseen)) {
      await recordAudit(trx, context, { action: 'energy_site.viewed', subjectKind: 'energy_site', subjectId: siteId })
    }
  })
}

/** As `noteLooks`, for one site. */
export function noteLook(context: Context, siteId: string): Promise<void> {
  return noteLooks(context, [siteId])
}

type Look = { userId: string; since: string }

async function unseenBy(connection: Connection, look: Look, siteIds: readonly string[]): Promise<string[]> {
  const seen = new Set(
    (await selectLooks(connection, { ...look, list: JSON.stringify(siteIds) })).map(({ subject_id }) => subject_id),
  )
  return siteIds.filter(id => !seen.has(id))
}

const selectLooks = prepared<Look & { list: string }>()((db, param, engine) =>
  db
    .selectFrom('audit_entry')
    .select('subject_id')
    .distinct()
    .where('subject_id', 'in', fewListed(engine, param('list')))
    .where('action', '=', 'energy_site.viewed')
    .where('actor_user_id', '=', param('userId'))
    .where('at', '>=', param('since')),
)
