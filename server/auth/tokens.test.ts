import { expect, test } from 'vitest'
import { dayMs, minuteMs, plusMs } from '#server/clock.ts'
import { keysFromText, newKeys } from '#server/keys.ts'
import { knownDevice, markDevice } from './known-devices.ts'
import { hashToken, isSameText, newToken, sign } from './tokens.ts'

test('tokens have 256 random bits and fit into an address', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('a token is stored as its SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('texts of any length are compared', () => {
  expect(isSameText('abc', 'abc')).toBe(true)
  for (const other of ['abd', 'ab', 'abcd', '', 'äbc']) expect(isSameText('abc', other)).toBe(false)
})

test('a signature depends on key and text', () => {
  const [one, other] = [newKeys().derive('x'), newKeys().derive('x')]
  expect(sign(one, 'a')).toBe(sign(one, 'a'))
  expect(sign(one, 'a')).not.toBe(sign(one, 'b'))
  expect(sign(one, 'a')).not.toBe(sign(other, 'a'))
})

const kim = { id: 'kim', access_generation: 3 }
const now = new Date('2026-03-01T12:00:00Z')

test('a browser is known for the account it was marked for, and by the keys it was marked with', () => {
  const keys = newKeys()
  const mark = markDevice(keys, kim, now)
  expect(knownDevice(keys, mark, kim, now)).toBe(mark.split('.')[0])
  for (const other of [{ ...kim, id: 'alex' }, { ...kim, access_generation: 4 }, undefined]) {
    expect(knownDevice(keys, mark, other, now)).toBeUndefined()
  }
  expect(knownDevice(newKeys(), mark, kim, now)).toBeUndefined()
  const [id, , signature] = mark.split('.')
  const later = (now.getTime() + 1).toString(36)
  for (const wrong of [undefined, '', 'x', 'x.y', '.', '..', `${mark}x`, `${id}.${later}.${signature}`]) {
    expect(knownDevice(keys, wrong, kim, now)).toBeUndefined()
  }
})

test('a browser is known for ninety days', () => {
  const keys = newKeys()
  const mark = markDevice(keys, kim, now)
  const isKnown = (ms: number) => knownDevice(keys, mark, kim, plusMs(now, ms)) !== undefined
  expect([isKnown(90 * dayMs - 1), isKnown(90 * dayMs)]).toEqual([true, false])
  // Clocks of instances may differ by five minutes; marks made by a clock that was years ahead would last for years.
  expect([isKnown(-5 * minuteMs), isKnown(-5 * minuteMs - 1)]).toEqual([true, false])
})

test('a mark of an earlier release, which had no end, is invalid', () => {
  const keys = keysFromText(`old=${Buffer.alloc(32, 1).toString('base64')}\n`)
  const mark = 'abc.f32aM0W3nLvBGJXowH9hal6lQyhh1Bi2F1jIom-7e4k'
  expect(knownDevice(keys, mark, { id: 'kim', access_generation: 0 }, now)).toBeUndefined()
})
