import { expect, it } from 'vitest'
import { strongPassword } from './strong-password.ts'

it('consists of four groups of five, without ambiguous characters', () => {
  for (let count = 0; count < 500; count += 1) {
    const password = strongPassword()
    expect(password).toMatch(/^([a-zA-Z2-9]{5}-){3}[a-zA-Z2-9]{5}$/)
    expect(password).not.toMatch(/[oOlI]/)
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/]) expect(password).toMatch(kind)
  }
})

it('is different each time', () => {
  expect(new Set(Array.from({ length: 200 }, () => strongPassword())).size).toBe(200)
})

it('skips the bytes that would favour some letters', () => {
  const bytesOf = (bytes: readonly number[]) => {
    let next = 0
    return () => bytes[next++ % bytes.length] ?? 0
  }
  const fair = [3, 30, 50, 58, 119]
  expect(strongPassword(bytesOf([224, 255, ...fair]))).toBe(strongPassword(bytesOf(fair)))
  // 224 is four times the 56 letters: 223, the last accepted byte, yields the last letter.
  expect(strongPassword(bytesOf([223, 0, 25]))).toMatch(/^9aB/)
})
