import type { Connection } from '#server/context.ts'

/** The contents of the outbox, and since when the oldest mail waits. */
export async function countMails(
  connection: Connection,
): Promise<{ waiting: number; failed: number; oldestAt: string | null }> {
  const rows = await connection
    .selectFrom('outbox_mail')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest_at')])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute()
  const waiting = rows.find(({ state }) => state === 'waiting')
  const failed = rows.find(({ state }) => state === 'failed')
  return { waiting: waiting?.count ?? 0, failed: failed?.count ?? 0, oldestAt: waiting?.oldest_at ?? null }
}
