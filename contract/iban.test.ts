import { expect, test } from 'vitest'
import { hasValidCheckDigits } from './iban.ts'

test.each(['DE02120300000000202051', 'AT611904300234573201', 'MT84MALT011000012345MTLCAST001S', 'NO9386011117947'])(
  'the check digits of %s are valid',
  iban => {
    expect(hasValidCheckDigits(iban)).toBe(true)
  },
)

test.each([
  ['other check digits', 'DE03120300000000202051'],
  ['one digit off', 'DE02120300000000202052'],
  ['two digits swapped', 'DE02120300000000200251'],
  ['a letter off', 'MT84MALT011000012345MTLCAST001T'],
  ['spaces', 'DE02 1203 0000 0000 2020 51'],
  ['lower case', 'de02120300000000202051'],
  ['text before', 'XDE02120300000000202051'],
  ['text behind', 'DE02120300000000202051-'],
  ['nothing', ''],
])('%s is no valid IBAN', (_, iban) => {
  expect(hasValidCheckDigits(iban)).toBe(false)
})

test('every change of a single digit is noticed', () => {
  const iban = 'DE02120300000000202051'
  for (let at = 2; at < iban.length; at += 1) {
    for (const digit of '0123456789') {
      const changed = iban.slice(0, at) + digit + iban.slice(at + 1)
      expect(hasValidCheckDigits(changed), changed).toBe(changed === iban)
    }
  }
})
