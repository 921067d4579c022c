/** Backup commands: make, verify and restore backups. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { recordAudit } from '#server/audit/record.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { backupName } from '#server/backup/backup-folder.ts'
import { backUpTo, runBackup } from '#server/backup/backup-run.ts'
import { type RestorableBackup, restoreBackup, undoRestore, verifyBackup } from '#server/backup/restore.ts'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { StartError } from '#server/start-error.ts'

/** In the folder of backups, with list and retention; with `--to` elsewhere, without either. */
export async function backUp(context: Context, ...args: string[]): Promise<{ text: string }> {
  const [option, path, ...more] = args
  if (args.length > 0 && (option !== '--to' || path === undefined || more.length > 0)) {
    throw new StartError('Say "backup" alone, or "backup --to" and a file or folder.')
  }
  const { config } = context
  await inTransaction(context, trx =>
    recordAudit(trx, context, { action: 'backup.started', subjectKind: 'backup', subjectId: '' }),
  )
  const { file, isProven } =
    path === undefined
      ? await withSentence(runBackup(context, 'by_hand'))
      : await withSentence(backUpTo(context, targetOf(context, path)))
  const proof = isProven
    ? 'was restored on trial and is whole'
    : 'could not be tried out; "restore --verify" gives the reason'
  return {
    text: `${file} ${proof}. It cannot be opened without the keys file ${config.keysFile}, which is not in it: keep a copy of that elsewhere.`,
  }
}

function targetOf({ clock }: Context, path: string): string {
  const target = resolve(path)
  const isFolder = existsSync(target) && statSync(target).isDirectory()
  if (isFolder) return join(target, backupName(clock.now(), 'by_hand'))
  if (existsSync(target)) throw new StartError(`${target} exists already; a backup never replaces a file.`)
  if (!existsSync(dirname(target))) throw new StartError(`There is no folder ${dirname(target)} for the backup.`)
  return target
}

/** Works without opening the database to be replaced. */
export async function restore(config: Config, ...args: string[]): Promise<{ text: string }> {
  const own = { config, clock: systemClock }
  const [first = '', ...more] = args.filter(argument => argument !== '--verify')
  if (first === '--undo' && args.length === 1) {
    const { back, aside } = await undoRestore(own)
    return {
      text: `${back} is the data again. What was there until now is ${aside ?? 'nothing'}; "restore --undo" once more changes them back.`,
    }
  }
  if (first === '' || first.startsWith('-') || more.length > 0) {
    throw new StartError('Say "restore <file>", "restore <file> --verify" or "restore --undo".')
  }
  const file = resolve(first)
  if (args.includes('--verify')) {
    return {
      text: `${describe(await verifyBackup(own, file))} It was restored on trial and is whole; nothing was replaced.`,
    }
  }
  const restored = await restoreBackup(own, file)
  const undo =
    restored.aside === null
      ? 'There was no data before.'
      : `The data before is set aside as ${restored.aside}. To undo this: npm run portal -- restore --undo`
  return { text: `${describe(restored)} It is the data of the portal now.\n${undo}` }
}

function describe({ header, pendingMigrations }: RestorableBackup): string {
  const later =
    pendingMigrations === 0 ? '' : ` The next start applies ${pendingMigrations} migrations to it, after a backup.`
  if (header === null) return `A plain copy of an earlier release.${later}`
  const rows = Object.values(header.rows).reduce((sum, count) => sum + count, 0)
  return `The backup of ${header.at} (${header.kind.replaceAll('_', ' ')}, release ${header.release}) with ${rows} rows and ${header.auditHead?.seq ?? 0} lines of the audit log.${later}`
}

async function withSentence<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof BackupError
      ? new StartError(`There is no backup: ${error.message}.`, { cause: error })
      : error
  })
}
