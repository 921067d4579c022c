import { expect, it } from 'vitest'
import { strongPassword } from './strong-password.ts'

it('is four groups of five, with nothing that is mistaken for something else', () => {
  for (let count = 0; count < 500; count += 1) {
    const password = strongPassword()
    expect(password).toMatch(/^([a-zA-Z2-9]{5}-){3}[a-zA-Z2-9]{5}$/)
    expect(password).not.toMatch(/[oOlI]/)
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/]) expect(password).toMatch(kind)
  }
})

it('is another one each time', () => {
  expect(new Set(Array.from({ length: 200 }, () => strongPassword())).size).toBe(200)
})

it('leaves out the bytes that would make some letters likelier than others', () => {
  const bytesOf = (bytes: readonly number[]) => {
    let next = 0
    return () => bytes[next++ % bytes.length] ?? 0
  }
  const fair = [3, 30, 50, 58, 119]
  expect(strongPassword(bytesOf([224, 255, ...fair]))).toBe(strongPassword(bytesOf(fair)))
  // 224 is four times the 56 letters: the last fair byte is the last letter.
  expect(strongPassword(bytesOf([223, 0, 25]))).toMatch(/^9aB/)
})
