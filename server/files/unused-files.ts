import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { destroyFile } from './store-file.ts'

const pendingKeptMs = dayMs

/** Removes uploads that no row has used within a day; one at a time, so that nobody waits for many large rows. */
export async function removeUnusedFiles(runtime: Pick<Runtime, 'db' | 'clock' | 'wake'>): Promise<void> {
  const { db, clock } = runtime
  const forgotten = await db
    .selectFrom('file')
    .select('id')
    .where('state', '=', 'pending')
    .where('created_at', '<=', instantText(plusMs(clock.now(), -pendingKeptMs)))
    .execute()
  for (const { id } of forgotten) {
    // It may have been attached meanwhile.
    const { numUpdatedRows } = await db
      .updateTable('file')
      .set({ uploaded_by_user_id: null })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await destroyFile(runtime, id)
  }
}
