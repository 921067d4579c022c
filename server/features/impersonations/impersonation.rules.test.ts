import { expect, test } from 'vitest'
import { impersonationEnd } from './impersonation.rules.ts'

const start = '2026-03-02T10:00:00.000Z'
const limit = '2026-03-02T11:00:00.000Z'

test.each([
  ['was ended by a click', '2026-03-02T10:07:00.000Z', '2026-03-02T10:30:00.000Z', '2026-03-02T10:07:00.000Z'],
  ['ran out, and was noticed the next day', '2026-03-03T08:00:00.000Z', '2026-03-04T08:00:00.000Z', limit],
  ['ran out, and was not noticed yet', null, limit, limit],
  ['lasts', null, '2026-03-02T10:59:59.999Z', null],
])('an impersonation that %s', (_, endedAt, now, end) => {
  expect(impersonationEnd(start, endedAt, new Date(now))).toBe(end)
})
