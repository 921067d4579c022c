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
