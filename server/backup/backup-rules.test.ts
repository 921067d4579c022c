import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import { backupHealth, backupsToKeep } from './backup-rules.ts'

const start = new Date('2026-11-22T02:00:00.000Z')

const backup = (daysAgo: number, { isProven = true, kind = 'nightly' as const } = {}) => ({
  id: `${isProven ? 'p' : 'u'}${daysAgo}`,
  kind,
  startedAt: instantText(plusMs(start, -daysAgo * dayMs)),
  isProven,
})

/** Any history of two years: some a day, some proven, some of other kinds. */
const histories = fc
  .array(
    fc.record({
      hours: fc.integer({ min: 0, max: 2 * 365 * 24 }),
      isProven: fc.boolean(),
      kind: fc.constantFrom('nightly' as const, 'by_hand' as const, 'before_migration' as const),
    }),
    { maxLength: 120 },
  )
  .map(times =>
    times.map(({ hours, isProven, kind }, index) => ({
      id: String(index),
      kind,
      isProven,
      startedAt: instantText(plusMs(start, -hours * hourMs)),
    })),
  )

describe('retention of backups', () => {
  test('of a backup each night for two years: seven days, four weeks, twelve months', () => {
    const nights = Array.from({ length: 730 }, (_, day) => backup(day))
    const keep = backupsToKeep(nights)
    const kept = nights.filter(({ id }) => keep.has(id)).map(({ startedAt }) => startedAt.slice(0, 10))
    expect(kept).toEqual([
      ...['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16'],
      // Sundays, the last of the month before, and so on through the months.
      ...['2026-11-15', '2026-11-08', '2026-11-01', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31'],
      ...['2026-06-30', '2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
    ])
  })

  test('the day is that of Europe/Berlin', () => {
    const late = { ...backup(0), id: 'late', startedAt: '2026-11-21T22:30:00.000Z' }
    const next = { ...backup(0), id: 'next', startedAt: '2026-11-21T23:30:00.000Z' }
    const more = Array.from({ length: 40 }, (_, day) => backup(day + 2))
    expect([...backupsToKeep([late, next, ...more])]).toEqual(expect.arrayContaining(['late', 'next']))
    const sameDay = { ...late, startedAt: '2026-11-21T23:10:00.000Z' }
    expect(backupsToKeep([sameDay, next, ...more]).has('late')).toBe(false)
  })

  test('the week starts on Monday, and of two made at once one stays', () => {
    // Every day of six weeks, and each week that the days do not cover keeps its Sunday.
    const days = Array.from({ length: 42 }, (_, day) => backup(day))
    const keep = backupsToKeep(days)
    const dates = days.filter(({ id }) => keep.has(id)).map(({ startedAt }) => startedAt.slice(5, 10))
    expect(dates.slice(7)).toEqual(['11-15', '11-08', '11-01', '10-31'])
    const twice = [backup(0), { ...backup(0), id: 'p0-later' }]
    expect([...backupsToKeep(twice)]).toEqual(['p0-later'])
    expect([...backupsToKeep(twice.toReversed())]).toEqual(['p0-later'])
  })

  test('those before migrations stay in addition to a later one of the same day', () => {
    const before = [0.5, 1, 1.5, 2].map(hour => ({
      ...backup(0),
      id: `m${hour}`,
      kind: 'before_migration' as const,
      startedAt: instantText(plusMs(start, -hour * hourMs)),
    }))
    expect([...backupsToKeep([backup(0), ...before])].toSorted()).toEqual(['m0.5', 'm1', 'm1.5', 'p0'])
  })

  test('unproven ones stay as long when there are none better', () => {
    const nights = Array.from({ length: 60 }, (_, day) => backup(day))
    const unproven = Array.from({ length: 60 }, (_, day) => backup(day, { isProven: false }))
    const daysOf = (ids: Iterable<string>) => [...ids].map(id => id.slice(1)).toSorted()
    expect(daysOf(backupsToKeep(unproven))).toEqual(daysOf(backupsToKeep(nights)))
    expect(backupsToKeep([...nights, ...unproven]).size).toBe(2 * backupsToKeep(nights).size)
  })

  test('an unproven one never displaces a proven one', () => {
    fc.assert(
      fc.property(histories, history => {
        const kept = backupsToKeep(history)
        const keptAlone = backupsToKeep(history.filter(({ isProven }) => isProven))
        for (const { id, isProven } of history) if (isProven) expect(kept.has(id)).toBe(keptAlone.has(id))
      }),
    )
  })

  test('the newest proven one always stays, the last seven days each have one, and there are never many', () => {
    fc.assert(
      fc.property(histories, history => {
        const kept = backupsToKeep(history)
        const proven = history
          .filter(({ isProven }) => isProven)
          .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
        const keptProven = proven.filter(({ id }) => kept.has(id))
        expect(keptProven[0]?.startedAt).toBe(proven[0]?.startedAt)
        expect(keptProven.length).toBeLessThanOrEqual(7 + 4 + 12 + 3)
        expect(kept.size).toBeLessThanOrEqual(2 * (7 + 4 + 12 + 3))
        const recent = proven.filter(({ startedAt }) => Date.parse(startedAt) > start.getTime() - 6 * dayMs)
        for (const { startedAt } of recent) {
          const day = dayOf(startedAt)
          expect(keptProven.some(found => dayOf(found.startedAt) === day)).toBe(true)
        }
      }),
    )
  })

  test('applying the rule twice removes nothing more, and a newer one never brings a removed one back', () => {
    fc.assert(
      fc.property(histories, history => {
        const keep = backupsToKeep(history)
        const left = history.filter(({ id }) => keep.has(id))
        expect(backupsToKeep(left).size).toBe(left.length)
      }),
    )
  })
})

describe('the state of the backups', () => {
  const standing = (
    hoursSinceProven: number | null,
    hoursInstalled: number,
    latestState: 'proven' | 'failed' | 'unproven' | null,
  ) =>
    backupHealth({
      now: start,
      installedAt: instantText(plusMs(start, -hoursInstalled * hourMs)),
      lastProvenAt: hoursSinceProven === null ? null : instantText(plusMs(start, -hoursSinceProven * hourMs)),
      latestState,
    })

  test.each([
    ['good', standing(30, 9_000, 'proven')],
    ['good', standing(48, 9_000, 'unproven')],
    ['old', standing(49, 9_000, 'proven')],
    ['old', standing(null, 49, 'unproven')],
    ['none_yet', standing(null, 20, null)],
    ['failed', standing(2, 9_000, 'failed')],
    ['failed', standing(null, 1, 'failed')],
  ] as const)('is %s', (expected, found) => {
    expect(found).toBe(expected)
  })
})

function dayOf(at: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(new Date(at))
}
