import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { emptyRow } from '#server/backup/backup-register.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { lockForTransaction } from '#server/database/engine.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { findRunningBackup } from './backup.queries.ts'

/** Kind of the job that makes a backup on demand. */
export const backupJobKind = 'backup'

/** Starts a backup now, on any free instance. 409 `backup.running` while one is running. */
export async function startBackup(context: Context): Promise<BackupTable> {
  return inTransaction(context, async trx => {
    await lockForTransaction(trx, context.engine, 'backup')
    if (await findRunningBackup(trx, context.scope)) throw new AppError('backup.running')
    const row = emptyRow('by_hand', instantText(context.clock.now()))
    await trx.insertInto('backup').values(row).execute()
    await enqueueJob(trx, context, { kind: backupJobKind, key: row.id, payload: { id: row.id } })
    await recordAudit(trx, context, { action: 'backup.started', subjectKind: 'backup', subjectId: row.id })
    return row
  })
}
