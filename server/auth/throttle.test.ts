import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { visitor } from './actor.ts'
import {
  accountCounter,
  addressCounters,
  countAttempt,
  countFromAddress,
  countOn,
  countUntilRefused,
  forgetAttempts,
  forgiveAttempt,
} from './throttle.ts'

describe.each(engines)('the throttle on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime
  let context: Context
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await runtime.db.deleteFrom('throttle').execute()
    context = from('203.0.113.7')
  })

  function from(address: string): Context {
    return { ...testContext(runtime, visitor), address }
  }

  /** Seconds to wait; 0 when let through. */
  async function waitSeconds(attempt: Promise<void>): Promise<number> {
    return attempt.then(
      () => 0,
      error => {
        expect(error).toMatchObject({ code: 'throttled', status: 429 })
        return error.retryAfterSeconds
      },
    )
  }

  async function times(count: number, attempt: () => Promise<void>): Promise<number[]> {
    const waits: number[] = []
    for (let done = 0; done < count; done += 1) waits.push(await waitSeconds(attempt()))
    return waits
  }

  test('from one network the 31st attempt in ten minutes has to wait for the end of the ten minutes', async () => {
    expect(await times(30, () => countFromAddress(context, 'login'))).toEqual(Array(30).fill(0))
    runtime.pass(4 * minuteMs)
    expect(await waitSeconds(countFromAddress(context, 'login'))).toBe(360)
    runtime.pass(6 * minuteMs)
    expect(await waitSeconds(countFromAddress(context, 'login'))).toBe(0)
  })

  test('a refused attempt writes nothing', async () => {
    const window = { limit: 2, windowMs: hourMs }
    const attempts = [
      (by: Context) => countFromAddress(by, 'login', window),
      (by: Context) => countOn(by, 'heartbeat', 'token', window),
      (by: Context) => countAttempt(by, [accountCounter('login', 'kim')]),
    ]
    for (const attempt of attempts) while ((await waitSeconds(attempt(context))) === 0);
    const before = await runtime.db.selectFrom('throttle').selectAll().execute()
    const readOnly: Context = {
      ...context,
      atBegin: async () => {
        throw new Error('A refused attempt wrote.')
      },
    }
    for (const attempt of attempts) expect(await waitSeconds(attempt(readOnly))).toBeGreaterThan(0)
    expect(await runtime.db.selectFrom('throttle').selectAll().execute()).toEqual(before)
  })

  test('networks and subjects are counted separately', async () => {
    await times(31, () => countFromAddress(context, 'login'))
    expect(await waitSeconds(countFromAddress(from('203.0.113.8'), 'login'))).toBe(0)
    expect(await waitSeconds(countFromAddress(context, 'contact'))).toBe(0)
  })

  test('all addresses of an IPv6 subscriber count as one', async () => {
    await times(30, () => countFromAddress(from(`2001:db8::${Math.random().toString(16).slice(2, 6)}`), 'login'))
    expect(await waitSeconds(countFromAddress(from('2001:db8::ffff'), 'login'))).toBe(600)
    expect(await waitSeconds(countFromAddress(from('2001:db8:0:1::1'), 'login'))).toBe(0)
  })

  test('accepts a limit of its own', async () => {
    const window = { limit: 2, windowMs: minuteMs }
    expect(await times(3, () => countFromAddress(context, 'contact', window))).toEqual([0, 0, 60])
  })

  test('an attempt taken back does not count', async () => {
    for (let done = 0; done < 40; done += 1) {
      await countFromAddress(context, 'login')
      await forgiveAttempt(context, addressCounters(context, 'login'))
    }
    expect(await waitSeconds(countFromAddress(context, 'login'))).toBe(0)
    await forgiveAttempt(context, addressCounters(from('203.0.113.99'), 'login'))
  })

  test('no more simultaneous attempts get through than consecutive ones', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => waitSeconds(countFromAddress(context, 'login'))))
    expect(waits.filter(wait => wait === 0)).toHaveLength(30)
    const accountWaits = await Promise.all(
      Array.from({ length: 20 }, () => waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))),
    )
    expect(accountWaits.filter(wait => wait === 0)).toHaveLength(5)
  })

  test('on one account five are free, then each waits twice as long, up to 15 minutes', async () => {
    expect(await times(5, () => countAttempt(context, [accountCounter('login', 'kim')]))).toEqual([0, 0, 0, 0, 0])
    const waits: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const wait = await waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))
      waits.push(wait)
      runtime.pass(wait * 1_000)
      expect(await waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))).toBe(0)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test('attempts while blocked do not prolong the block', async () => {
    await times(5, () => countAttempt(context, [accountCounter('login', 'kim')]))
    expect(await times(10, () => countAttempt(context, [accountCounter('login', 'kim')]))).toEqual(Array(10).fill(2))
    runtime.pass(2_000)
    expect(await times(2, () => countAttempt(context, [accountCounter('login', 'kim')]))).toEqual([0, 4])
  })

  test('the account is counted for all addresses, other accounts are free', async () => {
    for (let at = 0; at < 5; at += 1) await countAttempt(from(`198.51.100.${at}`), [accountCounter('login', 'kim')])
    expect(await waitSeconds(countAttempt(from('198.51.100.77'), [accountCounter('login', 'kim')]))).toBe(2)
    expect(await waitSeconds(countAttempt(context, [accountCounter('login', 'alex')]))).toBe(0)
  })

  test('the right password, or a day, clears the failures', async () => {
    await times(5, () => countAttempt(context, [accountCounter('login', 'kim')]))
    await forgetAttempts(context, [accountCounter('login', 'kim')])
    expect(await times(6, () => countAttempt(context, [accountCounter('login', 'kim')]))).toEqual([0, 0, 0, 0, 0, 2])
    runtime.pass(24 * hourMs)
    expect(await times(6, () => countAttempt(context, [accountCounter('login', 'kim')]))).toEqual([0, 0, 0, 0, 0, 2])
  })

  test('a subject is counted for all callers together, each subject separately, until its window is over', async () => {
    const hour = { limit: 2, windowMs: hourMs }
    const ask = (thing: string, who = context) => waitSeconds(countOn(who, 'reveal', thing, hour))
    expect([await ask('kim'), await ask('kim', from('203.0.113.8'))]).toEqual([0, 0])
    runtime.pass(hourMs - 1)
    expect(await ask('kim')).toBe(1)
    expect([await ask('lee'), await waitSeconds(countOn(context, 'export', 'kim', hour))]).toEqual([0, 0])
    runtime.pass(1)
    expect([await ask('kim'), await ask('kim'), await ask('kim')]).toEqual([0, 0, 3_600])
  })

  test('failures on an account are cleared only for that account and subject', async () => {
    await times(5, () => countAttempt(context, [accountCounter('login', 'kim')]))
    await forgetAttempts(context, [accountCounter('login', 'lee')])
    await forgetAttempts(context, [accountCounter('code', 'kim')])
    expect(await waitSeconds(countAttempt(context, [accountCounter('code', 'kim')]))).toBe(0)
    expect(await waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))).toBe(2)
  })

  test('an attempt in several counters counts until one refuses it, and that one and those behind it stay', async () => {
    const network = { key: 'login:network', window: { limit: 8, windowMs: minuteMs } }
    const [kim, any] = [accountCounter('login', 'kim'), accountCounter('login-any', 'kim')]
    const attempt = () => countAttempt(context, [network, kim, any])
    const counts = async () => {
      const rows = await runtime.db.selectFrom('throttle').select(['key', 'failures']).execute()
      return [network, kim, any].map(({ key }) => rows.find(row => row.key === key)?.failures ?? 0)
    }
    expect(await times(5, attempt)).toEqual([0, 0, 0, 0, 0])
    expect(await counts()).toEqual([5, 5, 5])
    expect(await times(4, attempt)).toEqual([2, 2, 2, 60])
    expect(await counts()).toEqual([9, 5, 5])
    expect(await times(2, attempt)).toEqual([60, 60])
    expect(await counts()).toEqual([9, 5, 5])
    await forgiveAttempt(context, [network, kim, any])
    expect(await counts()).toEqual([8, 4, 4])
    expect(await countUntilRefused(context, [any, network])).toEqual({ counter: network, until: expect.any(Date) })
    expect(await counts()).toEqual([9, 4, 5])
    await forgetAttempts(context, [network, kim, any])
    expect(await counts()).toEqual([8, 0, 0])
  })

  test('no more simultaneous attempts in several counters get through than consecutive ones', async () => {
    const counters = () => [...addressCounters(context, 'login'), accountCounter('login', 'kim')]
    const waits = await Promise.all(Array.from({ length: 50 }, () => waitSeconds(countAttempt(context, counters()))))
    expect(waits.filter(wait => wait === 0)).toHaveLength(5)
  })

  test('an attempt is taken back from its own network and subject, and never more than there were', async () => {
    await times(30, () => countFromAddress(context, 'login'))
    await forgiveAttempt(context, addressCounters(from('203.0.113.8'), 'login'))
    await forgiveAttempt(context, addressCounters(context, 'contact'))
    expect(await waitSeconds(countFromAddress(context, 'login'))).toBe(600)
    await times(1, () => countFromAddress(context, 'contact'))
    for (let done = 0; done < 3; done += 1) await forgiveAttempt(context, addressCounters(context, 'contact'))
    expect((await times(31, () => countFromAddress(context, 'contact'))).at(-1)).toBe(600)
  })

  test('counts of a clock that was ahead block nobody', async () => {
    const ahead = { ...context, clock: { now: () => plusMs(runtime.clock.now(), 2 * hourMs) } }
    await times(31, () => countFromAddress(ahead, 'login'))
    expect(await waitSeconds(countFromAddress(context, 'login'))).toBe(0)
    await times(12, () => countAttempt(ahead, [accountCounter('login', 'kim')]))
    expect(await times(5, () => countAttempt(context, [accountCounter('login', 'kim')]))).toEqual([0, 0, 0, 0, 0])
    expect(await waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))).toBe(2)
  })

  test('a block that only a clock ahead can have set is ignored, the longest regular one holds', async () => {
    await times(5, () => countAttempt(context, [accountCounter('login', 'kim')]))
    const blockUntil = (ms: number) =>
      runtime.db
        .updateTable('throttle')
        .set({ blocked_until: instantText(plusMs(runtime.clock.now(), ms)) })
        .execute()
    await blockUntil(15 * minuteMs)
    expect(await waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))).toBe(900)
    // Clocks of instances may differ by five minutes.
    await blockUntil(20 * minuteMs)
    expect(await waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))).toBe(1_200)
    await blockUntil(20 * minuteMs + 1)
    expect(await waitSeconds(countAttempt(context, [accountCounter('login', 'kim')]))).toBe(0)
  })
})
