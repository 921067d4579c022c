/**
 * A backup as a file: a readable header, then the copy of the database, compressed and sealed piece by piece with
 * AES-256-GCM. Each file has its own key, derived (HKDF) from the keys file, a random salt and the header; each piece
 * is sealed under its number, the last one under a final mark. A file that was changed, truncated, concatenated or
 * given another header is not opened (the STREAM construction, decision 0042).
 */
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { Keys } from '#server/keys.ts'
import { BackupError } from './backup-error.ts'

/** The start of every backup; the number is the version of the format above. */
const magic = Buffer.from('KUNDENPORTAL BACKUP 1\n')
const headerBytesMax = 1_000_000
const pieceBytes = 64 * 1024
const tagBytes = 16
const keyBytes = 32

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
  await pipeline(
    createReadStream(copy),
    createGzip({ level: constants.Z_BEST_SPEED }),
    async function* (packed: AsyncIterable<Buffer>) {
      yield Buffer.concat([magic, length, headerText])
      for await (const { piece, number, isLast } of piecesOf(packed, pieceBytes)) {
        const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes })
        yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
      }
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  )
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
  await pipeline(
    createReadStream(file, { start }),
    async function* (sealed: AsyncIterable<Buffer>) {
      for await (const { piece, number, isLast } of piecesOf(sealed, pieceBytes + tagBytes)) {
        yield openPiece(key, piece, number, isLast)
      }
    },
    createGunzip(),
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  )
  if ((await stat(target)).size !== header.contentBytes) throw damaged()
  return header
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

function openPiece(key: Buffer, piece: Buffer, number: number, isLast: boolean): Buffer {
  if (piece.length < tagBytes) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes })
  decipher.setAuthTag(piece.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
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

/** 96 bits that never repeat under a key: the number of the piece, and whether it is the last. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

type Piece = { readonly piece: Buffer; readonly number: number; readonly isLast: boolean }

/** Splits into pieces of that size; the last one, which may be empty, is marked. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  let waiting: Buffer[] = []
  let bytes = 0
  let number = 0
  for await (const part of source) {
    waiting.push(part)
    bytes += part.length
    // One byte more than a piece shows that it is not the last.
    while (bytes > size) {
      const all = Buffer.concat(waiting)
      yield { piece: all.subarray(0, size), number, isLast: false }
      number += 1
      waiting = [all.subarray(size)]
      bytes -= size
    }
  }
  yield { piece: Buffer.concat(waiting), number, isLast: true }
}
