/** Makes one backup: a copy of the database, sealed into one file that is complete or absent. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BackupKind, BackupStep } from '#contract/backups.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { backupFolder, moveIntoPlace, withScratchFile } from './backup-folder.ts'
import { readWhatCounts } from './backup-proof.ts'
import { type CopyHeader, sealCopy } from './sealed-file.ts'

type Own = Pick<Runtime, 'config' | 'copies' | 'engine' | 'clock' | 'keys'>
export type MadeBackup = CopyHeader & { readonly sizeBytes: number }

// npm writes the version here.
const { version: release } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** `announce` is called at the start of each step. Throws CopyError, or the system's error; then there is no file. */
export async function makeBackup(
  runtime: Own,
  kind: BackupKind,
  target: string,
  announce: (step: BackupStep) => Promise<void> = async () => {},
): Promise<MadeBackup> {
  const { config, copies, engine, clock, keys } = runtime
  const folder = dirname(target)
  // Unsealed data stays where the database is.
  return withScratchFile(await backupFolder(config), async copy => {
    await announce('copying')
    const at = instantText(clock.now())
    const found = await copies.copy(copy, db => readWhatCounts(db, engine))
    await announce('sealing')
    const header = { ...found, engine, kind, release, at }
    return withScratchFile(folder, async sealed => {
      const sizeBytes = await sealCopy(keys, copy, sealed, header)
      await moveIntoPlace(sealed, target, folder)
      return { ...header, sizeBytes }
    })
  })
}
