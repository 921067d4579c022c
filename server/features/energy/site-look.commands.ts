import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { calendarDate, instantText, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getSiteToChange } from './energy-site.queries.ts'

/**
 * Records that an admin looks at what a site measured: a load curve shows when somebody is at home. One line per admin,
 * site and day, on disk before the answer. Views as a customer have lines of their own. 404 for an unknown site.
 */
export async function noteLook(context: Context, siteId: string): Promise<void> {
  const { actor, clock } = context
  if (actor.kind !== 'user' || !isAdmin(actor)) return
  const since = instantText(startOfBerlinDay(calendarDate(clock.now())))
  const look = { siteId, userId: actor.userId, since }
  if (await hasLooked(context.db, look)) return
  await inTransaction(context, async trx => {
    // Locked: a page asks for several things at once.
    await getSiteToChange(trx, context.scope, siteId)
    if (await hasLooked(trx, look)) return
    await recordAudit(trx, context, { action: 'energy_site.viewed', subjectKind: 'energy_site', subjectId: siteId })
  })
}

type Look = { siteId: string; userId: string; since: string }

async function hasLooked(connection: Connection, look: Look): Promise<boolean> {
  return (await selectLook(connection, look)).length > 0
}

const selectLook = prepared<Look>()((db, param) =>
  db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject_id', '=', param('siteId'))
    .where('action', '=', 'energy_site.viewed')
    .where('actor_user_id', '=', param('userId'))
    .where('at', '>=', param('since'))
    .orderBy('seq', 'desc')
    .limit(1),
)
