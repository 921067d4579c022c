/** The folder of the backups: names, leftovers of killed processes, and temporary files. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupKind } from '#contract/backups.ts'
import { hourMs, instantText } from '#server/clock.ts'
import type { Config } from '#server/config.ts'

const extension = '.backup'
/** Unfinished or temporary. */
const unfinished = '.part'
/** A file in progress was changed more recently than that. */
const forgottenMs = hourMs

/** The folder, created when missing and readable by its owner only. */
export async function backupFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** `portal-2026-03-02T02-00-00Z-nightly-1f3a.backup`: sorts by time, and is unique. */
export function backupName(at: Date, kind: BackupKind): string {
  const time = instantText(at)
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return `portal-${time}-${kind.replaceAll('_', '-')}-${randomBytes(2).toString('hex')}${extension}`
}

export async function listBackupFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => name.endsWith(extension)).toSorted()
}

/** Removes unfinished files of killed processes. */
export async function removeForgotten(folder: string, now: Date): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.includes(unfinished))
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > forgottenMs) await rm(join(folder, name), { force: true })
  }
}

/** A name for a temporary file; the file and SQLite's companion files are deleted when the work is done. */
export async function withScratchFile<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
  const file = join(folder, `${randomBytes(8).toString('hex')}${unfinished}`)
  try {
    return await work(file)
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${file}${suffix}`, { force: true })
  }
}

/** Gives a finished file its name: from here on it is complete, also after a power cut. */
export async function moveIntoPlace(file: string, target: string, folder: string): Promise<void> {
  await rename(file, target)
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
