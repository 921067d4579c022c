import { expect, test } from 'vitest'
import { ageWords } from './site-now.tsx'

const now = Date.parse('2026-03-10T12:00:00.000Z')

test.each([
  ['2026-03-10T12:00:00.000Z', 'vor 0\u00a0s'],
  // The clock of the server is ahead.
  ['2026-03-10T12:00:09.000Z', 'vor 0\u00a0s'],
  ['2026-03-10T11:59:00.500Z', 'vor 59\u00a0s'],
  ['2026-03-10T11:59:00.000Z', 'vor 1\u00a0Minute'],
  ['2026-03-10T09:30:00.000Z', 'vor 2\u00a0Stunden'],
  ['2026-03-07T09:30:00.000Z', 'vor 3\u00a0Tagen'],
])('the age of a value of %s: %s', (at, words) => {
  expect(ageWords(at, now)).toBe(words)
})
