import type { Connection } from '#server/context.ts'

/** The start of the newest backup that was test-restored; null where there is none. */
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
