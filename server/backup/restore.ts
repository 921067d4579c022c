/** Restores a backup: it is proven first, and the previous data is set aside, not lost. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, rm } from 'node:fs/promises'
import type { Clock } from '#server/clock.ts'
import { instantText } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Engine } from '#server/database/engine.ts'
import { pendingMigrations } from '#server/database/migrations/migrate.ts'
import { openTrials, sqliteFile } from '#server/database/open.ts'
import { replacePostgres, undoPostgres } from '#server/database/postgres/postgres-replacement.ts'
import { replaceSqlite, undoSqlite } from '#server/database/sqlite/sqlite-replacement.ts'
import { openKeys } from '#server/keys.ts'
import { StartError } from '#server/start-error.ts'
import { backupErrorOf } from './backup-error.ts'
import { removeForgotten, withScratchFile } from './backup-folder.ts'
import { demandEngine, proveCopy } from './backup-proof.ts'
import { type BackupHeader, unsealCopy } from './sealed-file.ts'

type Own = { readonly config: Config; readonly clock: Clock }

export type RestorableBackup = {
  /** Its header; null for a plain copy of an earlier release, which has none. */
  readonly header: BackupHeader | null
  /** How many migrations the next start will apply to it. */
  readonly pendingMigrations: number
}
export type RestoredBackup = RestorableBackup & { readonly aside: string | null }

/** The backup cannot be restored; nothing was changed. The message is one plain sentence. */
export class RestoreError extends StartError {
  override readonly name = 'RestoreError'
}

/** Tests the backup in a scratch place and replaces nothing. Throws RestoreError. */
export async function verifyBackup(own: Own, file: string): Promise<RestorableBackup> {
  return withCopy(own, file, async (_, restorable) => restorable)
}

/** Proves the backup, and replaces the data with it. Throws RestoreError or ReplaceError; then nothing is changed. */
export async function restoreBackup(own: Own, file: string): Promise<RestoredBackup> {
  return withCopy(own, file, async (copy, restorable) => {
    const { config } = own
    const { aside } =
      config.databaseUrl === null
        ? replaceSqlite(sqliteFile(config), copy, timeOf(own.clock))
        : await replacePostgres(config.databaseUrl, copy, timeOf(own.clock))
    return { ...restorable, aside }
  })
}

/** Restores the data that the last restore set aside; done twice, all is as before. Throws ReplaceError. */
export async function undoRestore({ config, clock }: Own): Promise<{ back: string; aside: string | null }> {
  return config.databaseUrl === null
    ? undoSqlite(sqliteFile(config), timeOf(clock))
    : undoPostgres(config.databaseUrl, timeOf(clock))
}

/** The plain copy of a proven backup. */
async function withCopy<T>(
  own: Own,
  file: string,
  work: (copy: string, restorable: RestorableBackup) => Promise<T>,
): Promise<T> {
  const { config } = own
  if (!existsSync(file)) throw new RestoreError(`There is no file ${file}.`)
  if (!existsSync(config.keysFile)) {
    throw new RestoreError(
      `There is no keys file ${config.keysFile}. It is not part of a backup: put your copy of it there first, with mode 0600. Nothing was changed.`,
    )
  }
  const keys = openKeys(config.keysFile)
  const engine = config.databaseUrl === null ? 'sqlite' : 'postgres'
  const copies = openTrials(config)
  // Next to the database: from there it is moved into its place.
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await removeForgotten(config.dataDir, own.clock.now())
  return withScratchFile(config.dataDir, async copy => {
    const restorable = await withOneSentence(file, async () => {
      const plain = await engineOfPlainCopy(file)
      const header = plain ? await takePlain(file, copy) : await unsealCopy(keys, file, copy)
      demandEngine({ engine }, plain ?? header?.engine ?? engine)
      let pending = 0
      await proveCopy({ copies, keys, engine }, copy, header ?? undefined, async revived => {
        pending = (await pendingMigrations(revived)).length
      })
      return { header, pendingMigrations: pending }
    })
    // The proof may have changed the copy.
    await rm(copy, { force: true })
    if (restorable.header) await unsealCopy(keys, file, copy)
    else await takePlain(file, copy)
    return work(copy, restorable)
  })
}

async function withOneSentence<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartError) throw new RestoreError(`${error.message} Nothing was changed.`, { cause: error })
    const { message } = backupErrorOf(error)
    throw new RestoreError(`${file} cannot be restored: ${message}. Nothing was changed.`, { cause: error })
  }
}

/** Copies of earlier releases were made before migrations and not sealed. */
async function engineOfPlainCopy(file: string): Promise<Engine | undefined> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    const beginning = buffer.toString('latin1', 0, bytesRead)
    if (beginning === 'SQLite format 3\0') return 'sqlite'
    return beginning.startsWith('PGDMP') ? 'postgres' : undefined
  } finally {
    await handle.close()
  }
}

async function takePlain(file: string, copy: string): Promise<null> {
  await copyFile(file, copy)
  return null
}

/** `2026-03-02T02-00-00-000Z`: sorts by time, and is valid in a file name. */
function timeOf({ now }: Clock): string {
  return instantText(now()).replaceAll(/[:.]/g, '-')
}
