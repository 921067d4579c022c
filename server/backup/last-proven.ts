import type { Connection } from '#server/context.ts'

/** When the newest backup was begun that was restored on trial; null where there is none. */
export async function findLastProvenAt(connection: Connection): Promise<string | null> {
  const row = await connection
    .selectFrom('backup')
    .select('started_at')
    .where('state', '=', 'proven')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? null
}
