import { expect, test } from 'vitest'
import { phoneHref } from './phone-href.ts'

test.each([
  ['+49 30 1234567', 'tel:+49301234567'],
  ['+49 (0) 30 / 12 34-567', 'tel:+49301234567'],
  ['030 / 12 34 56', 'tel:030123456'],
])('%s is dialled as %s', (phone, href) => {
  expect(phoneHref(phone)).toBe(href)
})
