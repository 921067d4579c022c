/** The database's record of its backups. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupKind, BackupStep } from '#contract/backups.ts'
import type { Actor } from '#server/auth/actor.ts'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Connection, Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { type BackupError, backupErrorOf } from './backup-error.ts'
import { backupFolder, listBackupFiles } from './backup-folder.ts'
import { backupsToKeep } from './backup-rules.ts'
import type { MadeBackup } from './make-backup.ts'
import { readHeader } from './sealed-file.ts'

type Own = Pick<Runtime, 'db' | 'engine' | 'clock' | 'config' | 'log' | 'realtime' | 'wake'>

/** A running backup reports each step; one silent for this long has been killed. */
const silentMs = 6 * hourMs
/** A retry reuses the failed row: a bad night is one line. */
const sameTryMs = 12 * hourMs
const failedKeptMs = 60 * dayMs

const portal: Actor = { kind: 'program', name: 'portal' }

/**
 * The row of a backup that begins: the one with that id, if somebody waits for it; at night the one of the previous
 * try, which failed or was killed; else a new one.
 */
export async function beginBackup({ db, clock }: Own, kind: BackupKind, id?: string): Promise<string> {
  const now = instantText(clock.now())
  const again = id ?? (kind === 'nightly' ? await findTryBefore(db, clock.now()) : undefined)
  const fresh = emptyRow(kind, now)
  if (again !== undefined) {
    const { id: _, ...begun } = fresh
    const renewed = await db
      .updateTable('backup')
      .set(begun)
      .where('id', '=', again)
      .where(eb => eb.or([eb('state', '=', 'running'), eb.and({ state: 'failed', file: '' })]))
      .returning('id')
      .executeTakeFirst()
    if (renewed) return again
  }
  await db.insertInto('backup').values(fresh).execute()
  return fresh.id
}

export function emptyRow(kind: BackupKind, now: string): BackupTable {
  return {
    id: newId(),
    kind,
    state: 'running',
    step: 'waiting',
    reason: '',
    detail: '',
    file: '',
    size_bytes: null,
    rows_count: null,
    audit_lines: null,
    started_at: now,
    proven_at: null,
    updated_at: now,
  }
}

/** The nightly job runs on one instance at a time: another row marked as running is stale. */
async function findTryBefore(db: Connection, now: Date): Promise<string | undefined> {
  const latest = await db
    .selectFrom('backup')
    .select(['id', 'state'])
    .where('kind', '=', 'nightly')
    .where('started_at', '>', instantText(plusMs(now, -sameTryMs)))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.state === 'failed' || latest?.state === 'running' ? latest.id : undefined
}

export async function recordStep(runtime: Own, id: string, step: BackupStep): Promise<void> {
  await set(runtime, id, { step })
}

/** The file exists, but it does not count yet. */
export async function recordMade(runtime: Own, id: string, file: string, made: MadeBackup): Promise<void> {
  await set(runtime, id, { ...factsOf(made), file, started_at: made.at, step: 'proving' })
}

export async function recordProven(runtime: Own, id: string): Promise<void> {
  const proven_at = instantText(runtime.clock.now())
  await set(runtime, id, { state: 'proven', step: null, reason: '', detail: '', proven_at })
}

/** Not verified, or verified and found defective. */
export async function recordFailure(runtime: Own, id: string, error: BackupError): Promise<void> {
  const state = isUntried(error) ? 'unproven' : 'failed'
  await set(runtime, id, { state, step: null, reason: error.reason, detail: error.message, proven_at: null })
}

/** Whether no defect of the backup is known: it could not be verified. */
export function isUntried({ reason }: Pick<BackupError, 'reason'>): boolean {
  return reason === 'may_not_try' || reason === 'tool_missing'
}

/** One that was made before its table existed. */
export async function enterBackup(runtime: Own, file: string, made: MadeBackup, error?: BackupError): Promise<void> {
  const now = instantText(runtime.clock.now())
  const row = emptyRow(made.kind, now)
  await runtime.db
    .insertInto('backup')
    .values({ ...row, ...factsOf(made), file, started_at: made.at })
    .execute()
  if (error) await recordFailure(runtime, row.id, error)
  else await recordProven(runtime, row.id)
}

function factsOf({ sizeBytes, rows, auditHead }: MadeBackup) {
  return {
    size_bytes: sizeBytes,
    rows_count: Object.values(rows).reduce((sum, count) => sum + count, 0),
    audit_lines: auditHead?.seq ?? 0,
  }
}

/** Open lists of other sessions show the progress live. */
async function set(runtime: Own, id: string, change: Partial<BackupTable>): Promise<void> {
  await inTransaction(runtime, async trx => {
    await trx
      .updateTable('backup')
      .set({ ...change, updated_at: instantText(runtime.clock.now()) })
      .where('id', '=', id)
      .execute()
    await noteChange(trx, { ...runtime, actor: portal }, { noun: 'backup', id })
  })
}

/**
 * Reconciles table and folder: after a restore the table is an old one, and files are added and removed by others.
 * Unknown files are recorded as not proven; rows without their file, and those of killed processes, have failed.
 */
export async function compareWithFolder(runtime: Own): Promise<void> {
  const { db, clock, config } = runtime
  const folder = await backupFolder(config)
  const files = await listBackupFiles(folder)
  const rows = await db.selectFrom('backup').select(['id', 'file', 'state', 'updated_at']).execute()
  const silentSince = instantText(plusMs(clock.now(), -silentMs))
  for (const { id, file, state, updated_at } of rows) {
    if (state === 'running' && updated_at < silentSince) {
      await set(runtime, id, { state: 'failed', step: null, reason: 'interrupted' })
    } else if (state !== 'running' && file !== '' && !files.includes(file)) {
      await set(runtime, id, { state: 'failed', reason: 'file_gone', file: '', size_bytes: null, proven_at: null })
    }
  }
  const known = new Set(rows.map(({ file }) => file))
  for (const file of files.filter(name => !known.has(name))) await enterFound(runtime, folder, file)
}

async function enterFound(runtime: Own, folder: string, file: string): Promise<void> {
  try {
    const { kind, rows, auditHead, at, ...header } = await readHeader(join(folder, file))
    const { size: sizeBytes } = await stat(join(folder, file))
    const facts = factsOf({ ...header, kind, rows, auditHead, at, sizeBytes })
    const now = instantText(runtime.clock.now())
    await runtime.db
      .insertInto('backup')
      .values({
        ...emptyRow(kind, now),
        ...facts,
        file,
        state: 'unproven',
        step: null,
        reason: 'found',
        started_at: at,
      })
      .execute()
  } catch (error) {
    runtime.log.warn({ file, reason: backupErrorOf(error).message }, 'a file in the folder of backups is none')
  }
}

/** Removes expired backups, files first: an interrupted removal is finished the next time. */
export async function removeOldBackups({ db, clock, config }: Own): Promise<void> {
  const folder = await backupFolder(config)
  const rows = await db
    .selectFrom('backup')
    .select(['id', 'kind', 'state', 'file', 'started_at'])
    .where('state', '!=', 'running')
    .execute()
  const withFile = rows.filter(({ file }) => file !== '')
  const keep = backupsToKeep(
    withFile.map(({ id, kind, state, started_at }) => ({
      id,
      kind,
      startedAt: started_at,
      isProven: state === 'proven',
    })),
  )
  for (const { id, file } of withFile.filter(row => !keep.has(row.id))) {
    await rm(join(folder, file), { force: true })
    await db.deleteFrom('backup').where('id', '=', id).execute()
  }
  await db
    .deleteFrom('backup')
    .where('state', '=', 'failed')
    .where('file', '=', '')
    .where('started_at', '<', instantText(plusMs(clock.now(), -failedKeptMs)))
    .execute()
}
