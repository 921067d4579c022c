import { describe, expect, test } from 'vitest'
import { type DnsFailure, dnsFailures } from '#contract/dns-fields.ts'
import { dayMs, hourMs, minuteMs, plusMs } from '#server/clock.ts'
import { afterFailure, inTurns, judgeDrift, type OwnChange } from './dns-reconciliation.rules.ts'

const now = new Date('2026-11-24T06:00:00Z')
const second = 1_000

/** The pause after the attempts of this number, from the shortest to the longest. */
function pausesAfter(kind: DnsFailure, attempts: number, retryAfterSeconds: number | null = null): number[] {
  const failed = { kind, detail: '', retryAfterSeconds }
  return [0, 1].map(random => {
    const { state, nextAttemptAt } = afterFailure(failed, { attempts, failingSince: now, now, random })
    expect(state).toBe('retrying')
    return nextAttemptAt.getTime() - now.getTime()
  })
}

describe('the pauses after a failure', () => {
  const stopping: readonly DnsFailure[] = ['key', 'zone', 'name', 'input', 'blocked', 'unsupported', 'no_key']
  const growing: readonly DnsFailure[] = ['limit', 'unavailable', 'not_published']
  const reading: readonly DnsFailure[] = ['conflict', 'unknown', 'answer']

  test('every failure has its pauses', () => {
    expect([...stopping, ...growing, ...reading].toSorted()).toEqual(dnsFailures.toSorted())
  })

  test.each(stopping)('%s waits for a person, and is tried once a day', kind => {
    for (const attempts of [1, 2, 50]) {
      const failed = { kind, detail: '', retryAfterSeconds: 7 }
      expect(afterFailure(failed, { attempts, failingSince: now, now, random: 0.5 })).toEqual({
        state: 'failed',
        nextAttemptAt: plusMs(now, dayMs),
      })
    }
  })

  test.each(growing)('%s is tried again after 15 to 30 seconds, twice as long each time, up to an hour', kind => {
    expect([1, 2, 3, 4, 5, 6, 7].map(attempts => pausesAfter(kind, attempts))).toEqual(
      [30, 60, 120, 240, 480, 960, 1_920].map(longest => [(longest * second) / 2, longest * second]),
    )
    for (const attempts of [8, 9, 13, 1_000]) expect(pausesAfter(kind, attempts)).toEqual([hourMs / 2, hourMs])
  })

  test.each(reading)('%s is read again after a second, then as rarely as the others', kind => {
    expect(pausesAfter(kind, 1)).toEqual([second, second])
    expect(pausesAfter(kind, 2)).toEqual([30 * second, minuteMs])
    expect(pausesAfter(kind, 3)).toEqual([minuteMs, 2 * minuteMs])
  })

  test.each([...growing, ...reading])('%s waits at least as long as the provider asks', kind => {
    expect(pausesAfter(kind, 1, 0)).toEqual(pausesAfter(kind, 1))
    expect(pausesAfter(kind, 1, 600)).toEqual([10 * minuteMs, 10 * minuteMs])
    // A pause that the provider has named is not drawn out.
    expect(pausesAfter(kind, 9, 600)).toEqual(kind === 'limit' ? [10 * minuteMs, 10 * minuteMs] : [hourMs / 2, hourMs])
  })

  test.each([...growing, ...reading])('%s for a day is a failure that is tried once a day', kind => {
    const failed = { kind, detail: '', retryAfterSeconds: null }
    const stateAfter = (ms: number) =>
      afterFailure(failed, { attempts: 30, failingSince: plusMs(now, -ms), now, random: 0.5 })
    expect(stateAfter(dayMs - 1).state).toBe('retrying')
    expect(stateAfter(dayMs)).toEqual({ state: 'failed', nextAttemptAt: plusMs(now, dayMs) })
  })
})

describe('the record at a provider that has accepted a value', () => {
  const own: readonly OwnChange[] = [
    { at: '2026-11-24T05:00:00.000Z', event: 'wanted', value: '9.9.9.1' },
    { at: '2026-11-24T05:00:00.000Z', event: 'written', value: '9.9.9.1' },
    { at: '2026-11-24T05:30:00.000Z', event: 'wanted', value: '9.9.9.2' },
    { at: '2026-11-24T05:30:00.000Z', event: 'written', value: '9.9.9.2' },
  ]
  const writtenAgain = (times: number) => [
    ...own,
    ...Array.from(
      { length: times },
      () => ({ at: '2026-11-24T05:31:00.000Z', event: 'written', value: '9.9.9.2' }) as const,
    ),
  ]
  const judge = (isProven: boolean, values: readonly string[], changes = own) =>
    judgeDrift({ value: '9.9.9.2', isProven }, values, changes)

  test.each([true, false])('is the value, or that of somebody else (proven: %s)', isProven => {
    expect(judge(isProven, ['9.9.9.2'])).toBe('equal')
    expect(judge(isProven, ['8.8.8.8'])).toBe('differs')
    expect(judge(isProven, ['9.9.9.2', '8.8.8.8'])).toBe('differs')
    expect(judge(isProven, ['9.9.9.1', '9.9.9.2'])).toBe('differs')
  })

  test('nothing is a deletion once the value was public, and before that a value not written', () => {
    expect([judge(true, []), judge(false, [])]).toEqual(['differs', 'not_written'])
  })

  test('an older value of ours landed late, but not for the third time', () => {
    expect([judge(true, ['9.9.9.1']), judge(false, ['9.9.9.1'])]).toEqual(['late_write', 'late_write'])
    expect([1, 2, 3].map(times => judge(false, ['9.9.9.1'], writtenAgain(times)))).toEqual([
      'late_write',
      'not_written',
      'not_written',
    ])
    expect(judge(true, ['9.9.9.1'], writtenAgain(3))).toBe('late_write')
  })

  test('writes before the value was wanted again do not count', () => {
    const wantedAgain = [
      ...writtenAgain(3),
      { at: '2026-11-24T05:32:00.000Z', event: 'wanted', value: '9.9.9.2' } as const,
    ]
    expect(judge(false, ['9.9.9.1'], wantedAgain)).toBe('late_write')
  })
})

test('customers with due domains take turns, each with the longest waiting first', () => {
  const due = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(id => ({ id, customerId: id.slice(0, 1) }))
  expect(inTurns(due)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(inTurns([])).toEqual([])
})
