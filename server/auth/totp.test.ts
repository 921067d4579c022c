import { expect, test } from 'vitest'
import { codeOfStep, newSeed, otpauthUri, stepOf, stepsOfCode } from './totp.ts'

/** `12345678901234567890`, the secret of both RFCs' tables. */
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [3, '969429'],
  [4, '338314'],
  [5, '254676'],
  [6, '287922'],
  [7, '162583'],
  [8, '399871'],
  [9, '520489'],
])('the code of count %i is %s (RFC 4226, appendix D)', (step, code) => {
  expect(codeOfStep(seed, step)).toBe(code)
})

// The table has eight digits; six are their end.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is %s (RFC 6238, appendix B)', (second, code) => {
  expect(codeOfStep(seed, stepOf(new Date(second * 1_000)))).toBe(code)
})

test('a code is valid in its own half minute and one to either side', () => {
  const step = 1_000
  const code = codeOfStep(seed, step)
  const goodAt = [-2, -1, 0, 1, 2].filter(
    offset => stepsOfCode(seed, code, new Date((step + offset) * 30_000)).length > 0,
  )
  expect(goodAt).toEqual([-1, 0, 1])
  expect(stepsOfCode(seed, code, new Date((step + 1) * 30_000 + 29_999))).toEqual([step])
})

test('anything but six digits is no code', () => {
  for (const code of ['', '28708', '2870820', 'abcdef']) expect(stepsOfCode(seed, code, new Date(59_000))).toEqual([])
})

test('a secret has 160 bits and is never the same', () => {
  const seeds = Array.from({ length: 50 }, newSeed)
  expect(new Set(seeds).size).toBe(50)
  for (const made of seeds) expect(made).toMatch(/^[A-Z2-7]{32}$/)
})

test('the address names business and user as apps show them', () => {
  const uri = new URL(otpauthUri(seed, { issuer: 'Muster & Söhne', account: 'änne' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Muster & Söhne:änne')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Muster & Söhne',
    secret: seed,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
