import type { Transaction } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { type EndedSession, endedColumns } from './sessions.ts'

/** Per user: more than anybody has browsers. */
export const sessionsMax = 50

/** Sessions that have not expired. */
export async function countSessions(connection: Connection, at: Date): Promise<number> {
  const now = instantText(at)
  const row = await connection
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('idle_until', '>', now)
    .where('absolute_until', '>', now)
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Ends the oldest sessions of a user beyond the limit; returns them. Impersonations in them:
 * `recordEndedImpersonations`.
 */
export async function endOldestSessionsOf(trx: Transaction<Database>, userId: string): Promise<EndedSession[]> {
  const kept = trx
    .selectFrom('session as own')
    .select('own.id')
    .where('own.user_id', '=', userId)
    .orderBy('own.created_at', 'desc')
    .orderBy('own.id', 'desc')
    .limit(sessionsMax)
  return trx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', 'not in', kept)
    .returning(endedColumns)
    .execute()
}
