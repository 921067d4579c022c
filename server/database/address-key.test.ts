import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { email } from '#contract/fields.ts'
import { addressKey, asciiAddress } from './address-key.ts'

const domainLetter = fc.constantFrom(...'aäsßoöuüéxK1')
const address = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'aAbB1'), minLength: 1, maxLength: 3 }),
    fc.string({ unit: domainLetter, minLength: 1, maxLength: 6 }),
  )
  .map(([local, domain]) => `${local}@${domain}.de`)
  .filter(text => email.safeParse(text).success)

describe('the key of an address', () => {
  test.each([
    ['info@weiß-elektro.de', 'info@weiss-elektro.de'],
    ['info@müller.de', 'info@mueller.de'],
    ['info@müller.de', 'info@muller.de'],
    ['info@weiss.de', 'info@weis.de'],
  ])('keeps %s apart from %s', (one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other))
  })

  test.each([
    ['Info@Weiss-Elektro.DE', 'info@weiss-elektro.de'],
    ['info@WEIẞ.de', 'info@weiß.de'],
    ['info@weiß.de', 'info@xn--wei-7ka.de'],
    ['info@mu\u0308ller.de', 'info@MÜLLER.de'],
  ])('is the same of %s and %s', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other))
  })

  test('is the same exactly where mail goes to the same place', () => {
    const mailbox = (text: string) => {
      const [local = '', domain = ''] = text.split('@')
      return `${local.toLowerCase()}@${domainToASCII(domain)}`
    }
    fc.assert(
      fc.property(address, address, (one, other) => {
        expect(addressKey(one) === addressKey(other)).toBe(mailbox(one) === mailbox(other))
        expect(addressKey(addressKey(one))).toBe(addressKey(one))
        expect(addressKey(asciiAddress(one))).toBe(addressKey(one))
      }),
    )
  })

  test('of no address is empty', () => {
    expect(addressKey('')).toBe('')
  })
})
