import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

/** Commits one row: a full disk or a read-only file shows here and not at the next customer. */
export async function probeWrite({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  await writeProbe(db, { at: instantText(clock.now()) })
}

const writeProbe = prepared<{ at: string }>()((db, param) =>
  db
    .insertInto('throttle')
    .values({ key: 'readiness:probe', failures: 0, window_started_at: param('at'), blocked_until: null })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ window_started_at: param('at') })),
)
