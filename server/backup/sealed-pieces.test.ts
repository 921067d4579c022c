import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPieces, PieceError, sealPieces } from './sealed-pieces.ts'

const key = Buffer.alloc(32, 7)
/** 64 KB and a tag of 16 bytes. */
const sealedBytes = 65_552

async function* partsOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const sealed = (plain: Buffer, by = key) => collect(sealPieces(partsOf(plain, 16_384), by))
const opened = (bytes: Buffer, by = key) => collect(openPieces(partsOf(bytes, 10_000), by))

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('%i bytes are opened as they were', async length => {
  const plain = randomBytes(length)
  const bytes = await sealed(plain)
  expect(bytes.length).toBe(length + 16 * Math.max(1, Math.ceil(length / 65_536)))
  expect(await opened(bytes)).toEqual(plain)
})

test('every changed, missing or moved part is found, and so is another key', async () => {
  const bytes = await sealed(randomBytes(200_000))
  const [first, second, rest] = [
    bytes.subarray(0, sealedBytes),
    bytes.subarray(sealedBytes, 2 * sealedBytes),
    bytes.subarray(2 * sealedBytes),
  ]
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(70_000) ^ 1, 70_000)
  const wrong = {
    empty: Buffer.alloc(0),
    'a changed bit': flipped,
    'cut in a piece': bytes.subarray(0, -1),
    'cut in a tag': bytes.subarray(0, 2 * sealedBytes + 15),
    'cut between pieces': Buffer.concat([first, second]),
    swapped: Buffer.concat([second, first, rest]),
    'without the first': Buffer.concat([second, rest]),
    repeated: Buffer.concat([first, first, second, rest]),
    followed: Buffer.concat([bytes, rest]),
  }
  for (const [name, one] of Object.entries(wrong)) await expect(opened(one), name).rejects.toThrow(PieceError)
  await expect(opened(bytes, Buffer.alloc(32, 8))).rejects.toThrow(PieceError)
  expect(await opened(bytes)).toHaveLength(200_000)
})

test('equal pieces are sealed differently', async () => {
  const bytes = await sealed(Buffer.alloc(131_072))
  expect(bytes.subarray(0, 65_536).equals(bytes.subarray(sealedBytes, sealedBytes + 65_536))).toBe(false)
})
