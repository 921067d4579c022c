import { expect, test } from 'vitest'
import { newPartsKey, openPart, sealPart } from './seal-parts.ts'

const key = newPartsKey()
const plain = Buffer.from('Größl, K-1001')

test('a part is read again with its key, in its place', () => {
  const sealed = sealPart(key, 'a', 0, plain)
  expect(Buffer.from(sealed).includes('K-1001')).toBe(false)
  expect(Buffer.from(openPart(key, 'a', 0, sealed)).toString()).toBe('Größl, K-1001')
  expect(Buffer.from(openPart(key, 'a', 1, sealPart(key, 'a', 1, new Uint8Array()))).length).toBe(0)
})

test.each([
  ['another key', () => openPart(newPartsKey(), 'a', 0, sealPart(key, 'a', 0, plain))],
  ['another place', () => openPart(key, 'a', 1, sealPart(key, 'a', 0, plain))],
  ['another owner', () => openPart(key, 'b', 0, sealPart(key, 'a', 0, plain))],
  [
    'one bit changed',
    () =>
      openPart(
        key,
        'a',
        0,
        sealPart(key, 'a', 0, plain).map((byte, at) => (at === 14 ? byte ^ 1 : byte)),
      ),
  ],
  ['its end missing', () => openPart(key, 'a', 0, sealPart(key, 'a', 0, plain).subarray(0, -1))],
  ['nearly nothing left', () => openPart(key, 'a', 0, new Uint8Array(5))],
])('a part with %s cannot be read', (_, open) => {
  expect(open).toThrowError(expect.objectContaining({ code: 'secret.unreadable' }))
})

test('values sealed by earlier releases are still opened', () => {
  const sealed = Buffer.from('JK2flp2TXUka7E+4hp3pIA3DCoW4hUToH3jFH24twLNGUS3k2S73xhZOLw==', 'base64')
  const ofThen = Buffer.alloc(32, 1).toString('base64')
  expect(Buffer.from(openPart(ofThen, 'a', 7, sealed)).toString()).toBe('Größl, K-1001')
})

test('a key has 256 bits and is never the same; nor is a part', () => {
  const keys = Array.from({ length: 50 }, newPartsKey)
  expect(new Set(keys).size).toBe(50)
  for (const made of keys) expect(Buffer.from(made, 'base64')).toHaveLength(32)
  expect(Buffer.from(sealPart(key, 'a', 0, plain)).equals(sealPart(key, 'a', 0, plain))).toBe(false)
  expect(sealPart(key, 'a', 0, plain)).toHaveLength(12 + plain.length + 16)
})

test('a part shorter than its frame is unreadable', () => {
  const sealed = sealPart(key, 'a', 0, new Uint8Array())
  for (const length of [0, 11, 12, 27]) {
    expect(() => openPart(key, 'a', 0, sealed.subarray(0, length))).toThrowError(
      expect.objectContaining({ code: 'secret.unreadable' }),
    )
  }
})
