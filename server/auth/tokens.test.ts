import { expect, test } from 'vitest'
import { keysFromText, newKeys } from '#server/keys.ts'
import { knownDevice, markDevice } from './devices.ts'
import { hashToken, isSameText, newToken, sign } from './tokens.ts'

test('tokens have 256 random bits and fit into an address', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('what is stored of a token is its SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('texts are the same or not, whatever their length', () => {
  expect(isSameText('abc', 'abc')).toBe(true)
  for (const other of ['abd', 'ab', 'abcd', '', 'äbc']) expect(isSameText('abc', other)).toBe(false)
})

test('a signature depends on key and text', () => {
  const [one, other] = [newKeys().derive('x'), newKeys().derive('x')]
  expect(sign(one, 'a')).toBe(sign(one, 'a'))
  expect(sign(one, 'a')).not.toBe(sign(one, 'b'))
  expect(sign(one, 'a')).not.toBe(sign(other, 'a'))
})

test('a browser is known for the account it was marked for, and by the keys it was marked with', () => {
  const keys = newKeys()
  const mark = markDevice(keys, 'kim')
  expect(knownDevice(keys, mark, 'kim')).toBe(mark.split('.')[0])
  expect(knownDevice(keys, mark, 'alex')).toBeUndefined()
  expect(knownDevice(newKeys(), mark, 'kim')).toBeUndefined()
  for (const wrong of [undefined, '', 'x', 'x.y', '.', `${mark}x`]) {
    expect(knownDevice(keys, wrong, 'kim')).toBeUndefined()
  }
})

test('a browser that an earlier release has marked stays known', () => {
  const keys = keysFromText(`old=${Buffer.alloc(32, 1).toString('base64')}\n`)
  expect(knownDevice(keys, 'abc.f32aM0W3nLvBGJXowH9hal6lQyhh1Bi2F1jIom-7e4k', 'kim')).toBe('abc')
})
