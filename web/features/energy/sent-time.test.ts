import { expect, test } from 'vitest'
import { sentTimeText } from './sent-time.ts'

test.each([
  ['2026-11-25T21:06:00.000Z', '25.11.2026,\u00a022:06'],
  ['2027-07-01T00:30+0200', '01.07.2027,\u00a000:30'],
  // The instants of these are unknown.
  ['2026-11-25T21:06:00', '2026-11-25T21:06:00'],
  ['2026-02-30T12:00:00Z', '2026-02-30T12:00:00Z'],
  ['2026-13-45T12:00:00Z', '2026-13-45T12:00:00Z'],
  ['1764104760', '1764104760'],
  ['', 'ohne Zeit'],
])('the time sent as %j is shown as %s', (sent, shown) => {
  expect(sentTimeText(sent)).toBe(shown)
})
