import { expect, it } from 'vitest'
import { customerNumber, customerNumberKey, nameKeyOf } from './customer.rules.ts'

it.each([
  [{ company: 'Größl KG', first_name: 'Änne', last_name: 'Muster' }, 'groessl kg'],
  [{ company: '', first_name: 'Änne', last_name: 'Muster' }, 'muster aenne'],
  [{ company: '', first_name: '', last_name: 'Muster' }, 'muster'],
  [{ company: '', first_name: 'Änne', last_name: '' }, 'aenne'],
])('%j is in lists under "%s"', (names, key) => {
  expect(nameKeyOf(names)).toBe(key)
})

it('customers are numbered from K-1001 on, in an order that text keeps', () => {
  expect([1, 8_999, 9_000].map(customerNumber)).toEqual(['K-1001', 'K-9999', 'K-10000'])
  const keys = [1, 9, 10, 8_999, 9_000, 1_000_000].map(customerNumberKey)
  expect(keys).toEqual(keys.toSorted())
  expect(new Set(keys.map(key => key.length))).toEqual(new Set([10]))
})
