import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysFromText, newKeys } from '#server/keys.ts'
import { isKeyOfSealedThere, openSecret, rewrapSecret, sealedWith, sealSecret } from './seal.ts'

const place = { table: 'service_credential', id: '01970000-0000-7000-8000-000000000001', column: 'password' }
const unreadable = expect.objectContaining({ code: 'secret.unreadable' })
const line = (id: string, byte: number) => `${id}=${Buffer.alloc(32, byte).toString('base64')}\n`

test('a sealed value is opened again, and the same secret never gives the same sealed value', () => {
  const keys = newKeys()
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), secret => {
      const sealed = sealSecret(keys, place, secret)
      expect(openSecret(keys, place, sealed)).toBe(secret)
      expect(sealSecret(keys, place, secret)).not.toBe(sealed)
    }),
  )
})

test('a sealed value shows nothing of the secret', () => {
  const sealed = sealSecret(newKeys(), place, 'Zimtstern-Feder-3')
  expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('Zimtstern')
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{80}\.[\w-]+$/)
})

test('not one bit of it can be changed', () => {
  const keys = newKeys()
  const sealed = sealSecret(keys, place, 'Zimtstern-Feder-3')
  const [, keyId = '', ...parts] = sealed.split('.')
  for (const [index, part] of parts.entries()) {
    const bytes = Buffer.from(part, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const text = ['v1', keyId, ...parts.with(index, changed.toString('base64url'))].join('.')
      expect(() => openSecret(keys, place, text)).toThrow(unreadable)
    }
  }
})

test.each([
  ['table', { ...place, table: 'dns_domain' }],
  ['row', { ...place, id: '01970000-0000-7000-8000-000000000002' }],
  ['column', { ...place, column: 'username' }],
])('moved to another %s it is not opened', (_, other) => {
  const keys = newKeys()
  expect(() => openSecret(keys, other, sealSecret(keys, place, 'x'))).toThrow(unreadable)
})

test.each(['', 'v1', 'v1.a.b', 'v2.a.b.c', 'v1.a.b.c.d', 'plain text', 'v1...'])('"%s" is no sealed value', text => {
  expect(() => openSecret(newKeys(), place, text)).toThrow(unreadable)
  expect(() => rewrapSecret(newKeys(), place, text)).toThrow(unreadable)
})

test('after a key rotation old values are read with the old key and can be re-sealed with the new one', () => {
  const before = keysFromText(line('old', 1))
  const both = keysFromText(line('new', 2) + line('old', 1))
  const after = keysFromText(line('new', 2))
  const sealed = sealSecret(before, place, 'Zimtstern-Feder-3')
  expect(sealedWith(sealed)).toBe('old')
  expect(openSecret(both, place, sealed)).toBe('Zimtstern-Feder-3')
  expect(() => openSecret(after, place, sealed)).toThrow(unreadable)

  const rewrapped = rewrapSecret(both, place, sealed)
  expect(sealedWith(rewrapped)).toBe('new')
  expect(openSecret(after, place, rewrapped)).toBe('Zimtstern-Feder-3')
  expect(rewrapped.split('.')[3]).toBe(sealed.split('.')[3])
})

test('a key of the same id with other bytes does not open it', () => {
  const sealed = sealSecret(keysFromText(line('a', 1)), place, 'x')
  expect(() => openSecret(keysFromText(line('a', 2)), place, sealed)).toThrow(unreadable)
})

test('values sealed by earlier releases are still opened', () => {
  const sealed =
    'v1.old.dnwZgjSZ9iCeN-8bISP2NQjP7rGMoozk9w5TaOUUS4iLz3YILatsl-oOQVVnU-vryqauXPBPp-ukdqfq.iwBx5zKmceqriCt78JZKk9S4bTyeWv8dLrrF62mhkY5OC1RR20Y8aNefXfq_'
  expect(openSecret(keysFromText(line('old', 1)), place, sealed)).toBe('Zimtstern-Feder-3')
})

test('the presence of its key is checked without opening it', () => {
  const sealed = sealSecret(keysFromText(line('old', 1)), place, 'x')
  expect(isKeyOfSealedThere(keysFromText(line('old', 2)), sealed)).toBe(true)
  expect(isKeyOfSealedThere(keysFromText(line('new', 1)), sealed)).toBe(false)
  expect(isKeyOfSealedThere(keysFromText(line('new', 1)), 'plain text')).toBe(false)
})

test('a value truncated below its frame is unreadable, an empty secret is none', () => {
  const keys = newKeys()
  const [version, keyId, wrapped, value = ''] = sealSecret(keys, place, '').split('.')
  expect(openSecret(keys, place, [version, keyId, wrapped, value].join('.'))).toBe('')
  for (const length of [0, 11, 12, 27]) {
    const cut = Buffer.from(value, 'base64url').subarray(0, length).toString('base64url')
    expect(() => openSecret(keys, place, [version, keyId, wrapped, cut].join('.'))).toThrow(unreadable)
    expect(() => openSecret(keys, place, [version, keyId, cut, value].join('.'))).toThrow(unreadable)
  }
})

test('a value of another format is not opened, though its parts are right', () => {
  const keys = newKeys()
  const sealed = sealSecret(keys, place, 'x')
  for (const other of [sealed.replace('v1.', 'v2.'), sealed.replace('v1.', '.'), `${sealed}.`, `${sealed}.more`]) {
    expect(() => openSecret(keys, place, other)).toThrow(unreadable)
    expect(() => sealedWith(other)).toThrow(unreadable)
  }
  expect(openSecret(keys, place, sealed)).toBe('x')
})
