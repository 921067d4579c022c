import { createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keysFromText, newKeys } from '#server/keys.ts'
import { type CopyHeader, readHeader, sealCopy, unsealCopy } from './sealed-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kundenportal-sealed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const keys = newKeys()
const about: CopyHeader = {
  engine: 'sqlite',
  kind: 'nightly',
  release: '1.0.0',
  at: '2026-03-02T02:00:00.000Z',
  schema: '0025-backups',
  rows: { customer: 3 },
  auditHead: { seq: 4, hash: 'ab' },
}

/** Compresses badly: there are several pieces. */
const content = (bytes: number) => randomBytes(bytes)

let count = 0
async function seal(bytes: Buffer, withKeys = keys) {
  count += 1
  const file = join(folder, `${count}.backup`)
  writeFileSync(join(folder, `${count}.copy`), bytes)
  const sizeBytes = await sealCopy(withKeys, join(folder, `${count}.copy`), file, about)
  return { file, sizeBytes }
}
async function unseal(file: string, withKeys = keys) {
  count += 1
  const target = join(folder, `${count}.opened`)
  const header = await unsealCopy(withKeys, file, target)
  return { header, bytes: readFileSync(target) }
}

describe('a sealed copy', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 300_000])('of %i bytes is restored unchanged', async length => {
    const bytes = content(length)
    const { file, sizeBytes } = await seal(bytes)
    expect(statSync(file)).toMatchObject({ size: sizeBytes })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const opened = await unseal(file)
    expect(opened.bytes.equals(bytes)).toBe(true)
    expect(opened.header).toMatchObject({ ...about, contentBytes: length, keyId: keys.activeId })
    expect(await readHeader(file)).toEqual(opened.header)
  })

  test('reveals nothing of its content', async () => {
    const { file } = await seal(Buffer.from('Lavendel-Kutsche-9 '.repeat(9_000)))
    expect(readFileSync(file).includes('Lavendel')).toBe(false)
  })

  test('is another file each time, under another key', async () => {
    const bytes = content(1_000)
    const [one, two] = [await seal(bytes), await seal(bytes)]
    expect(readFileSync(one.file).subarray(-1_000).equals(readFileSync(two.file).subarray(-1_000))).toBe(false)
  })

  test('with any byte changed, or truncated anywhere, is not opened', async () => {
    const whole = readFileSync((await seal(content(200_000))).file)
    const broken = join(folder, 'broken')
    const refused = async (bytes: Buffer) => {
      writeFileSync(broken, bytes)
      await expect(unseal(broken)).rejects.toMatchObject({ name: 'BackupError' })
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ change
        await refused(changed)
      }),
      { numRuns: 60 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), length => refused(whole.subarray(0, length))),
      { numRuns: 60 },
    )
    await refused(Buffer.concat([whole, Buffer.from('x')]))
  })

  test('truncated between two pieces, or with swapped pieces, is not opened', async () => {
    const { file } = await seal(content(300_000))
    const whole = readFileSync(file)
    const { length } = JSON.stringify(await readHeader(file))
    const start = 'KUNDENPORTAL BACKUP 1\n'.length + 4 + length
    const piece = 64 * 1024 + 16
    truncateSync(file, start + 2 * piece)
    await expect(unseal(file)).rejects.toMatchObject({ reason: 'damaged' })
    const exchanged = Buffer.concat([
      whole.subarray(0, start),
      whole.subarray(start + piece, start + 2 * piece),
      whole.subarray(start, start + piece),
      whole.subarray(start + 2 * piece),
    ])
    writeFileSync(file, exchanged)
    await expect(unseal(file)).rejects.toMatchObject({ reason: 'damaged' })
  })

  test('with another header is not opened', async () => {
    const { file } = await seal(content(1_000))
    const text = readFileSync(file).toString('latin1').replace('"customer":3', '"customer":4')
    writeFileSync(file, Buffer.from(text, 'latin1'))
    expect((await readHeader(file)).rows).toEqual({ customer: 4 })
    await expect(unseal(file)).rejects.toMatchObject({ reason: 'damaged' })
  })

  test('needs the key it was made with, also when a newer one is active', async () => {
    const line = `old=${Buffer.alloc(32, 1).toString('base64')}\n`
    const { file } = await seal(content(1_000), keysFromText(line))
    const rotated = keysFromText(`new=${Buffer.alloc(32, 2).toString('base64')}\n${line}`)
    expect((await unseal(file, rotated)).bytes.length).toBe(1_000)
    await expect(unseal(file)).rejects.toMatchObject({
      reason: 'key_missing',
      message: 'The backup was sealed with the key old, which the keys file does not hold',
    })
    const sameName = keysFromText(`old=${Buffer.alloc(32, 3).toString('base64')}\n`)
    await expect(unseal(file, sameName)).rejects.toMatchObject({ reason: 'damaged' })
  })

  test('is distinguished from any other file', async () => {
    const letter = join(folder, 'letter.txt')
    writeFileSync(letter, 'Sehr geehrte Damen und Herren')
    await expect(readHeader(letter)).rejects.toMatchObject({
      reason: 'no_backup',
      message: `${letter} is no backup of this program, or of a newer release of it`,
    })
    await expect(unseal(letter)).rejects.toMatchObject({ reason: 'no_backup' })
  })

  test('of an earlier release is still opened', async () => {
    const file = join(folder, 'earlier.backup')
    writeFileSync(
      file,
      Buffer.from(
        'S1VOREVOUE9SVEFMIEJBQ0tVUCAxCgAAAPx7ImVuZ2luZSI6InNxbGl0ZSIsImtpbmQiOiJuaWdodGx5IiwicmVsZWFzZSI6IjEuMC4wIiwiYXQiOiIyMDI2LTAzLTAyVDAyOjAwOjAwLjAwMFoiLCJzY2hlbWEiOiIwMDI1LWJhY2t1cHMiLCJyb3dzIjp7ImN1c3RvbWVyIjozfSwiYXVkaXRIZWFkIjp7InNlcSI6NCwiaGFzaCI6ImFiIn0sImtleUlkIjoib2xkIiwic2FsdCI6IlhHTXNEN2dJeXp1a0ZqckdhQmNtSzN5djU5eHFERXR6RW5qUVB4aDZGbDg9IiwiY29udGVudEJ5dGVzIjoxNX02cKKbNBfo6e51+H6bCi7kFzgbJ4HbSrggNpZ2ae4KFEHBkfSk8ZGm3LCgCJ6FStv2i4k=',
        'base64',
      ),
    )
    const opened = await unseal(file, keysFromText(`old=${Buffer.alloc(32, 1).toString('base64')}\n`))
    expect(opened.bytes.toString()).toBe('Größl, K-1001')
    expect(opened.header).toMatchObject(about)
  })

  test('never overwrites an existing file', async () => {
    const { file } = await seal(content(10))
    const target = join(folder, 'there')
    writeFileSync(target, 'mine')
    await expect(unsealCopy(keys, file, target)).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(sealCopy(keys, file, target, about)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(target, 'utf8')).toBe('mine')
  })

  test('is opened into a file that only its owner may read', async () => {
    const { file } = await seal(content(10))
    const target = join(folder, 'opened')
    await unsealCopy(keys, file, target)
    expect(statSync(target).mode & 0o777).toBe(0o600)
  })

  test('with an endless header is damaged before it is read, one without a time is too', async () => {
    const file = join(folder, 'claims.backup')
    const headed = (length: number, text: string) => {
      const size = Buffer.alloc(4)
      size.writeUInt32BE(length)
      writeFileSync(file, Buffer.concat([Buffer.from('KUNDENPORTAL BACKUP 1\n'), size, Buffer.from(text)]))
    }
    const damaged = { reason: 'damaged', message: expect.stringMatching(/^The backup was changed or cut /) }
    headed(1_000_001, '{}')
    await expect(readHeader(file)).rejects.toMatchObject({ ...damaged, cause: undefined })
    for (const text of ['{}', 'oops']) {
      headed(text.length, text)
      await expect(readHeader(file)).rejects.toMatchObject({ ...damaged, cause: expect.any(Error) })
    }
    const header = { ...about, keyId: 'a', salt: '', contentBytes: 0 }
    headed(1_000_000, JSON.stringify(header).padEnd(1_000_000))
    expect(await readHeader(file)).toEqual(header)
  })

  test.each(['nightly', 'before_migration', 'by_hand'] as const)(
    'made %s reports it, for either engine',
    async kind => {
      for (const engine of ['sqlite', 'postgres'] as const) {
        const [copy, file] = [join(folder, `${engine}.copy`), join(folder, `${engine}.backup`)]
        writeFileSync(copy, 'x')
        await sealCopy(keys, copy, file, { ...about, kind, engine, auditHead: null })
        expect(await readHeader(file)).toMatchObject({ kind, engine, auditHead: null })
      }
    },
  )

  test('is sealed in pieces of 64 KiB, each under its number, as its format specifies', async () => {
    const { file } = await seal(content(300_000))
    const whole = readFileSync(file)
    const start = 'KUNDENPORTAL BACKUP 1\n'.length + 4
    const headerText = whole.subarray(start, start + whole.readUInt32BE(start - 4))
    const { salt } = await readHeader(file)
    const about = createHash('sha256').update(headerText).digest()
    const key = Buffer.from(hkdfSync('sha256', keys.derive('backup'), Buffer.from(salt, 'base64'), about, 32))
    const pieces: Buffer[] = []
    for (let at = start + headerText.length; at < whole.length; at += 64 * 1024 + 16) {
      const piece = whole.subarray(at, at + 64 * 1024 + 16)
      const nonce = Buffer.alloc(12)
      nonce.writeUInt32BE(pieces.length, 7)
      nonce.writeUInt8(at + piece.length === whole.length ? 1 : 0, 11)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(piece.subarray(-16))
      pieces.push(Buffer.concat([decipher.update(piece.subarray(0, -16)), decipher.final()]))
    }
    expect(pieces).toHaveLength(5)
    expect(gunzipSync(Buffer.concat(pieces))).toHaveLength(300_000)
  })

  test('truncated within the first bytes after its header is damaged', async () => {
    const { file } = await seal(content(1_000))
    const whole = readFileSync(file)
    const start = 'KUNDENPORTAL BACKUP 1\n'.length + 4
    const end = start + whole.readUInt32BE(start - 4)
    for (const left of [0, 3, 15, 16]) {
      truncateSync(file, end + left)
      await expect(unseal(file)).rejects.toMatchObject({ name: 'BackupError', reason: 'damaged' })
      writeFileSync(file, whole)
    }
  })

  // A file of the system that claims to be empty, and is not.
  test.runIf(existsSync('/proc/version'))('of another size than it claims is damaged', async () => {
    const file = join(folder, 'wrong.backup')
    await sealCopy(keys, '/proc/version', file, about)
    await expect(unseal(file)).rejects.toMatchObject({ reason: 'damaged' })
  })
})
