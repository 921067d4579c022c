/**
 * A backup as a file: a readable header, then the copy of the database, compressed and sealed piece by piece with
 * AES-256-GCM. Each file has its own key, derived (HKDF) from the keys file, a random salt and the header; each piece
 * is sealed under its number, the last one under a final mark. A file that was changed, truncated, concatenated or
 * given another header is not opened (the STREAM construction, decision 0042).
 */
import { hash, hkdfSync, randomBytes } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Keys } from '#server/keys.ts'
import { causeOf, TaskThread } from '#server/threads/task-thread.ts'
import { BackupError } from './backup-error.ts'
import type { SealingAnswer, SealingTask } from './sealing-thread.ts'

/** The start of every backup; the number is the version of the format above. */
const magic = Buffer.from('KUNDENPORTAL BACKUP 1\n')
const headerBytesMax = 1_000_000
const keyBytes = 32

/** Large files on slow disks take long. */
const sealingMs = 6 * 3_600_000
const sealing = new TaskThread<SealingTask, SealingAnswer>(new URL('./sealing-thread.ts', import.meta.url), {
  name: 'sealing',
  silenceMs: sealingMs,
})

const backupHeader = z.object({
  /** Id of the key in the keys file. */
  keyId: z.string(),
  /** Random, base64. */
  salt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  kind: z.enum(['nightly', 'before_migration', 'by_hand']),
  /** Of the program that made it. */
  release: z.string(),
  at: z.iso.datetime(),
  /** The last migration of the database. */
  schema: z.string(),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.int()),
  /** The last line of the audit log. */
  auditHead: z.nullable(z.object({ seq: z.int(), hash: z.string() })),
  /** Of the copy, before it was compressed. */
  contentBytes: z.int(),
})
export type BackupHeader = z.output<typeof backupHeader>
/** The description of a copy; the rest of the header is made with the file. */
export type CopyHeader = Omit<BackupHeader, 'keyId' | 'salt' | 'contentBytes'>

/**
 * Seals a copy into a new file, readable by its owner only and on the disk when this resolves. Returns its size in
 * bytes. Throws the system's error, e.g. when the disk is full.
 */
export async function sealCopy(keys: Keys, copy: string, target: string, about: CopyHeader): Promise<number> {
  const salt = randomBytes(keyBytes)
  const header: BackupHeader = {
    ...about,
    keyId: keys.activeId,
    salt: salt.toString('base64'),
    contentBytes: (await stat(copy)).size,
  }
  const headerText = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headerText.length)
  const key = fileKey(keys, header, headerText)
  await inThread({ kind: 'seal', copy, target, key, start: Buffer.concat([magic, length, headerText]) })
  return (await stat(target)).size
}

/** Writes the copy into a new file, which exists also when this throws: BackupError for a file that is not complete. */
export async function unsealCopy(keys: Keys, file: string, target: string): Promise<BackupHeader> {
  const { header, headerText, start } = await readSealed(file)
  if (!keys.has(header.keyId)) {
    throw new BackupError(
      'key_missing',
      `The backup was sealed with the key ${header.keyId}, which the keys file does not hold`,
    )
  }
  const key = fileKey(keys, header, headerText)
  const answer = await inThread({ kind: 'open', file, target, key, startByte: start })
  if (answer === 'damaged') throw damaged()
  if ((await stat(target)).size !== header.contentBytes) throw damaged()
  return header
}

/** Throws the system's error, e.g. when the disk is full. */
async function inThread(task: SealingTask): Promise<SealingAnswer> {
  try {
    return await sealing.run(task)
  } catch (error) {
    throw causeOf(error)
  }
}

/** The file's header, not yet verified with the key. Throws BackupError for a file that is no backup. */
export async function readHeader(file: string): Promise<BackupHeader> {
  return (await readSealed(file)).header
}

type Sealed = { readonly header: BackupHeader; readonly headerText: Buffer; readonly start: number }

async function readSealed(file: string): Promise<Sealed> {
  const handle = await open(file, 'r')
  try {
    const opening = Buffer.alloc(magic.length + 4)
    await handle.read(opening, 0, opening.length, 0)
    if (!opening.subarray(0, magic.length).equals(magic)) {
      throw new BackupError('no_backup', `${file} is no backup of this program, or of a newer release of it`)
    }
    const length = opening.readUInt32BE(magic.length)
    if (length > headerBytesMax) throw damaged()
    const headerText = Buffer.alloc(length)
    await handle.read(headerText, 0, length, opening.length)
    return { header: parseHeader(headerText), headerText, start: opening.length + length }
  } finally {
    await handle.close()
  }
}

function parseHeader(text: Buffer): BackupHeader {
  try {
    return backupHeader.parse(JSON.parse(text.toString('utf8')))
  } catch (error) {
    throw damaged(error)
  }
}

function damaged(cause?: unknown): BackupError {
  return new BackupError(
    'damaged',
    'The backup was changed or cut after it was made, or the keys file holds another key under the same id',
    { cause },
  )
}

/** Bound to the whole header: with a changed header, no piece can be opened. */
function fileKey(keys: Keys, { keyId, salt }: BackupHeader, headerText: Buffer): Buffer {
  const about = hash('sha256', headerText, 'buffer')
  return Buffer.from(hkdfSync('sha256', keys.derive('backup', keyId), Buffer.from(salt, 'base64'), about, keyBytes))
}
