import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [1, '1\u00a0Sekunde'],
  [42, '42\u00a0Sekunden'],
  [119, '119\u00a0Sekunden'],
  [120, '2\u00a0Minuten'],
  [121, '3\u00a0Minuten'],
])('a wait of %i seconds is never displayed shorter: %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
