import { expect, test } from 'vitest'
import { stepAfterKey } from './step-keys.ts'

test.each([
  ['ArrowRight', null, 0],
  ['ArrowRight', 2, 2],
  ['ArrowLeft', null, 2],
  ['ArrowLeft', 0, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Escape', 1, null],
  // Nothing is chosen: the key is left to the surrounding elements.
  ['Escape', null, undefined],
  ['a', 1, undefined],
])('%s after step %s of three leads to %s', (key, chosen, next) => {
  expect(stepAfterKey(key, chosen, 3)).toBe(next)
})

test('without steps no key has an effect', () => {
  expect(stepAfterKey('Home', null, 0)).toBeUndefined()
})
