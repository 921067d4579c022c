/** A backup from its start to its proof, recorded step by step. */
import { join } from 'node:path'
import type { BackupKind } from '#contract/backups.ts'
import type { Runtime } from '#server/context.ts'
import { type BackupError, backupErrorOf } from './backup-error.ts'
import { backupFolder, backupName, removeForgotten } from './backup-folder.ts'
import { proveBackup } from './backup-proof.ts'
import {
  beginBackup,
  compareWithFolder,
  enterBackup,
  isUntried,
  recordFailure,
  recordMade,
  recordProven,
  recordStep,
  removeOldBackups,
} from './backup-register.ts'
import { type MadeBackup, makeBackup } from './make-backup.ts'

type Own = Pick<Runtime, 'config' | 'db' | 'engine' | 'copies' | 'clock' | 'keys' | 'log' | 'realtime' | 'wake'>

/**
 * Makes and proves one, and applies the retention. `id` is the row that waits for it. Throws BackupError on failure;
 * one that could be made but not verified is a warning in the log.
 */
export async function runBackup(
  runtime: Own,
  kind: BackupKind,
  id?: string,
): Promise<{ file: string; isProven: boolean }> {
  const folder = await tidyUp(runtime)
  const rowId = await beginBackup(runtime, kind, id)
  const name = backupName(runtime.clock.now(), kind)
  try {
    const made = await makeBackup(runtime, kind, join(folder, name), step => recordStep(runtime, rowId, step))
    await recordMade(runtime, rowId, name, made)
    const isProven = await proveMade(runtime, folder, rowId, name)
    await removeOldBackups(runtime)
    return { file: join(folder, name), isProven }
  } catch (error) {
    const failure = backupErrorOf(error)
    await recordFailure(runtime, rowId, failure)
    throw failure
  }
}

/** The same into another place, where it is neither listed nor removed. Throws BackupError; then there is no file. */
export async function backUpTo(runtime: Own, target: string): Promise<{ file: string; isProven: boolean }> {
  const folder = await backupFolder(runtime.config)
  try {
    await makeBackup(runtime, 'by_hand', target)
    const untried = await tryToProve(runtime, folder, target)
    return { file: target, isProven: untried === undefined }
  } catch (error) {
    throw backupErrorOf(error)
  }
}

/** Proves unknown files found in the folder, a few at a time. */
export async function proveFound(runtime: Own, atMost = 3): Promise<void> {
  const folder = await tidyUp(runtime)
  const found = await runtime.db
    .selectFrom('backup')
    .select(['id', 'file'])
    .where('state', '=', 'unproven')
    .where('reason', '=', 'found')
    .orderBy('started_at', 'desc')
    .limit(atMost)
    .execute()
  for (const { id, file } of found) {
    try {
      await proveMade(runtime, folder, id, file)
    } catch (error) {
      await recordFailure(runtime, id, backupErrorOf(error))
    }
  }
}

export type BackupBeforeMigration = { readonly file: string; readonly made: MadeBackup; readonly untried?: BackupError }

/**
 * Before its table can be written: returns the record to add afterwards. Throws BackupError: nothing is migrated
 * without a way back; only where PostgreSQL's programs are missing is there none (undefined), with a warning in the
 * log.
 */
export async function backUpBeforeMigration(runtime: Omit<Own, 'db'>): Promise<BackupBeforeMigration | undefined> {
  const { config, clock, log } = runtime
  const folder = await backupFolder(config)
  const file = backupName(clock.now(), 'before_migration')
  try {
    const made = await makeBackup(runtime, 'before_migration', join(folder, file))
    const untried = await tryToProve(runtime, folder, join(folder, file))
    log.info({ file, isProven: untried === undefined }, 'database backed up before its migration')
    return untried ? { file, made, untried } : { file, made }
  } catch (error) {
    const failure = backupErrorOf(error)
    if (failure.reason !== 'tool_missing') throw failure
    log.warn({ reason: failure.message }, 'the database is migrated without a backup')
    return undefined
  }
}

/** Records the result of `backUpBeforeMigration`. */
export async function enterBackupBeforeMigration(
  runtime: Own,
  { file, made, untried }: BackupBeforeMigration,
): Promise<void> {
  await enterBackup(runtime, file, made, untried)
}

async function tidyUp(runtime: Own): Promise<string> {
  const folder = await backupFolder(runtime.config)
  await removeForgotten(folder, runtime.clock.now())
  await compareWithFolder(runtime)
  return folder
}

async function proveMade(runtime: Own, folder: string, id: string, file: string): Promise<boolean> {
  const untried = await tryToProve(runtime, folder, join(folder, file))
  if (untried === undefined) await recordProven(runtime, id)
  else await recordFailure(runtime, id, untried)
  return untried === undefined
}

/** Why it could not be verified, if that is not a defect of the backup. */
async function tryToProve(runtime: Omit<Own, 'db'>, folder: string, file: string): Promise<BackupError | undefined> {
  try {
    await proveBackup(runtime, file, folder)
    return undefined
  } catch (error) {
    const failure = backupErrorOf(error)
    if (!isUntried(failure)) throw failure
    runtime.log.warn({ file, reason: failure.message }, 'a backup was made but could not be tried out')
    return failure
  }
}
