import type { Connection } from '#server/context.ts'

/** The number of waiting and permanently failed jobs of a kind, and since when the oldest due one waits. */
export type JobTally = { readonly kind: string; waiting: number; failed: number; runAt: string | null }

/** One row per kind, also without jobs. */
export async function countJobs(connection: Connection, kinds: readonly string[]): Promise<JobTally[]> {
  const tallies = new Map(kinds.map(kind => [kind, { kind, waiting: 0, failed: 0, runAt: null } as JobTally]))
  const rows = await connection
    .selectFrom('job')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('count'), fn.min('run_at').as('run_at')])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy(['kind', 'state'])
    .execute()
  for (const { kind, state, count, run_at } of rows) {
    const tally = tallies.get(kind)
    if (tally === undefined) continue
    if (state === 'failed') tally.failed = count
    else Object.assign(tally, { waiting: count, runAt: run_at })
  }
  return [...tallies.values()]
}
