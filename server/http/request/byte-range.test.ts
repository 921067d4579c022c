import { expect, test } from 'vitest'
import { byteRange } from './byte-range.ts'

test.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=99-', { first: 99, last: 99 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['lines=1-2', undefined],
  ['bytes=1.5-2', undefined],
  [undefined, undefined],
])('of 100 bytes %s asks for %o', (header, asked) => {
  expect(byteRange(header, 100)).toEqual(asked)
})

test('an empty file has no part', () => {
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable')
})
