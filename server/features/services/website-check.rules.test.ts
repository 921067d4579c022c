import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import {
  afterCheck,
  confirmAt,
  historyDates,
  historyOf,
  isGoodStatus,
  isWithinDays,
  nextCheckAt,
} from './website-check.rules.ts'

const fine = { failures_in_row: 0, failing_since: null, isDown: false }
const failed = { error: 'timeout' as const }
const answered = { error: null }
const at = (time: string) => `2026-03-10T${time}:00.000Z`

describe('a website', () => {
  it('that fails once is not down yet', () => {
    expect(afterCheck(fine, failed, at('10:00'))).toEqual({
      failures_in_row: 1,
      failing_since: at('10:00'),
      news: null,
    })
  })

  it('is down at the second failure in a row, since the first', () => {
    const once = { failures_in_row: 1, failing_since: at('10:00'), isDown: false }
    expect(afterCheck(once, failed, at('10:02'))).toEqual({
      failures_in_row: 2,
      failing_since: at('10:00'),
      news: 'down',
    })
    const down = { failures_in_row: 2, failing_since: at('10:00'), isDown: true }
    expect(afterCheck(down, failed, at('10:12'))).toEqual({
      failures_in_row: 3,
      failing_since: at('10:00'),
      news: null,
    })
  })

  it('is not down because of two requests within a minute, but when it still fails after it', () => {
    const asked = { failures_in_row: 3, failing_since: at('10:00'), isDown: false }
    const soon = '2026-03-10T10:00:59.999Z'
    expect(afterCheck(asked, failed, soon)).toEqual({ failures_in_row: 4, failing_since: at('10:00'), news: null })
    expect(afterCheck(asked, failed, at('10:01'))).toMatchObject({ news: 'down' })
  })

  it('is back at the first answer; after a hiccup that is no news', () => {
    const well = { failures_in_row: 0, failing_since: null }
    const down = { failures_in_row: 7, failing_since: at('10:00'), isDown: true }
    expect(afterCheck(down, answered, at('11:00'))).toEqual({ ...well, news: 'back' })
    const once = { failures_in_row: 1, failing_since: at('10:00'), isDown: false }
    expect(afterCheck(once, answered, at('10:02'))).toEqual({ ...well, news: null })
    expect(afterCheck(fine, answered, at('10:10'))).toEqual({ ...well, news: null })
  })

  it.each([200, 204, 301, 302, 304, 399, 401, 429])('that answers %i is up', status => {
    expect(isGoodStatus(status)).toBe(true)
  })
  it.each([0, 100, 199, 400, 403, 404, 410, 500, 502, 503])('that answers %i is not', status => {
    expect(isGoodStatus(status)).toBe(false)
  })

  it('is checked every ten minutes, at an offset of its own', () => {
    const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, now => {
        const id = newId()
        const next = nextCheckAt(id, now)
        expect(next.getTime() - now.getTime()).toBeGreaterThan(0)
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(10 * minuteMs)
        expect(nextCheckAt(id, next).getTime() - next.getTime()).toBe(10 * minuteMs)
      }),
    )
    const now = new Date('2026-03-10T09:00:00Z')
    const moments = new Set(
      Array.from({ length: 50 }, () => Math.floor(nextCheckAt(newId(), now).getTime() / minuteMs)),
    )
    expect(moments.size).toBeGreaterThan(5)
    expect(confirmAt(now)).toEqual(new Date('2026-03-10T09:02:00Z'))
  })

  it('has a certificate that ends soon, or has ended', () => {
    const now = new Date('2026-03-10T09:00:00Z')
    expect(isWithinDays('2026-03-24T09:00:00.000Z', now, 14)).toBe(true)
    expect(isWithinDays('2026-03-24T09:00:00.001Z', now, 14)).toBe(false)
    expect(isWithinDays('2026-03-01T00:00:00.000Z', now, 14)).toBe(true)
  })
})

describe('the history', () => {
  it.each(['2026-03-10T09:00:00Z', '2026-03-29T23:30:00Z', '2026-10-25T00:30:00Z', '2028-03-01T22:59:00Z'])(
    'has 90 different days up to %s',
    at => {
      const dates = historyDates(new Date(at))
      expect(new Set(dates).size).toBe(90)
      expect(dates).toEqual(dates.toSorted())
    },
  )

  it('ends with today in Berlin', () => {
    expect(historyDates(new Date('2026-03-10T23:30:00Z')).at(-1)).toBe('2026-03-11')
    expect(historyDates(new Date('2026-07-10T21:59:59Z')).at(-1)).toBe('2026-07-10')
  })

  it('has no result for days without checks, and no times for days without an answer', () => {
    const rows = [
      { date: '2026-03-10', checks: 144, failures: 1, total_ms: 14_300, slowest_ms: 900 },
      { date: '2026-03-08', checks: 2, failures: 2, total_ms: 0, slowest_ms: 0 },
    ]
    const { days, uptime, meanMs } = historyOf(rows, new Date('2026-03-10T09:00:00Z'))
    expect(days.slice(-3)).toEqual([
      { date: '2026-03-08', checks: 2, failures: 2, uptime: 0, meanMs: null, slowestMs: null },
      { date: '2026-03-09', checks: 0, failures: 0, uptime: null, meanMs: null, slowestMs: null },
      { date: '2026-03-10', checks: 144, failures: 1, uptime: 0.993, meanMs: 100, slowestMs: 900 },
    ])
    expect({ uptime, meanMs }).toEqual({ uptime: 0.9794, meanMs: 100 })
    expect(historyOf([], new Date('2026-03-10T09:00:00Z'))).toMatchObject({ uptime: null, meanMs: null })
  })

  it('is complete only without a failure', () => {
    const row = { date: '2026-03-10', checks: 1_000_000, failures: 1, total_ms: 1, slowest_ms: 1 }
    expect(historyOf([row], new Date('2026-03-10T09:00:00Z')).uptime).toBe(0.9999)
    expect(historyOf([{ ...row, failures: 0 }], new Date('2026-03-10T09:00:00Z')).uptime).toBe(1)
  })
})
