import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'

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
