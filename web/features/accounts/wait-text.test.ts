import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [1, '1 Sekunde'],
  [42, '42 Sekunden'],
  [119, '119 Sekunden'],
  [120, '2 Minuten'],
  [121, '3 Minuten'],
])('a wait of %i seconds is never said shorter than it is: %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
