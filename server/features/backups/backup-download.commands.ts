import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { userOf } from '#server/auth/actor.ts'
import { backupFolder } from '#server/backup/backup-folder.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { FileContent } from '#server/files/read-stored-file.ts'
import { backupPermissionsOf } from './backup.policy.ts'
import { getBackup } from './backup.queries.ts'
import { downloadEnd, grantText, isGranted } from './backup.rules.ts'

/**
 * Opens the download of a backup to the caller's session. The browser then fetches the file by itself, in parts and
 * with interruptions, without asking for the password again. 409 `backup.no_file` for one that is not complete.
 */
export async function openDownload(context: Context, id: string): Promise<{ grant: string; expiresAt: string }> {
  const { sessionId } = userOf(context)
  const backup = await getBackup(context.db, context.scope, id)
  await findFile(context, backup)
  const expiresAt = downloadEnd(context.clock.now())
  await inTransaction(context, trx =>
    recordAudit(trx, context, {
      action: 'backup.downloaded',
      subjectKind: 'backup',
      subjectId: id,
      details: backup.file,
    }),
  )
  return { grant: grantText(keyOf(context), { backupId: id, sessionId, expiresAt }), expiresAt: instantText(expiresAt) }
}

/**
 * The sealed file, unchanged. 403 `session.reauthentication_required` unless its download was opened to this session.
 */
export async function downloadBackup(context: Context, id: string, grant: string): Promise<FileContent> {
  const { sessionId } = userOf(context)
  const backup = await getBackup(context.db, context.scope, id)
  if (!isGranted(keyOf(context), grant, { backupId: id, sessionId }, context.clock.now())) {
    throw new AppError('session.reauthentication_required')
  }
  const { path, sizeBytes, version } = await findFile(context, backup)
  return {
    name: backup.file,
    mediaType: 'application/octet-stream',
    sizeBytes,
    chunks: readFrom(path, 0, sizeBytes - 1),
    parts: { version, read: (first, last) => readFrom(path, first, last) },
  }
}

function keyOf({ keys }: Context): Buffer {
  return keys.derive('backup-download')
}

async function findFile({ config }: Context, backup: BackupTable) {
  if (!backupPermissionsOf(backup).includes('download')) throw new AppError('backup.no_file')
  const path = join(await backupFolder(config), basename(backup.file))
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new AppError('backup.no_file')
  return { path, sizeBytes: found.size, version: `${found.size}-${Math.trunc(found.mtimeMs)}` }
}

/** Opened with the first requested byte, closed with the last one or when the reader disconnects. */
async function* readFrom(path: string, first: number, last: number): AsyncGenerator<Buffer> {
  if (last >= first) yield* createReadStream(path, { start: first, end: last })
}
