import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { backoffMs } from './backoff.ts'
import { claimJob } from './claim-job.ts'
import type { JobDefinition } from './definition.ts'
import { enqueueJob, type NewJob } from './job-queue.ts'
import { enqueueRecurringJobs, runNextJob, startJobLoops } from './loop.ts'

describe.each(engines)('on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  let ran: unknown[]
  let greet: JobDefinition

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
    ran = []
    greet = { kind: 'greet', run: async (_, payload) => void ran.push(payload) }
  })
  afterEach(() => database.close())

  const enqueue = (job: NewJob) => inTransaction(runtime, trx => enqueueJob(trx, runtime, job))
  const rows = () => database.db.selectFrom('job').selectAll().orderBy('id').execute()
  const runAll = async (definitions: readonly JobDefinition[]) => {
    let count = 0
    while (await runNextJob(runtime, definitions)) count += 1
    return count
  }

  test('a job runs once, with its payload', async () => {
    await enqueue({ kind: 'greet', payload: { name: 'Größl', times: [1, 2] } })
    expect(await runAll([greet])).toBe(1)
    expect(ran).toEqual([{ name: 'Größl', times: [1, 2] }])
    expect(await rows()).toEqual([expect.objectContaining({ state: 'done', attempts: 1, lease_until: null })])
  })

  test('a rolled-back job never runs', async () => {
    await expect(
      inTransaction(runtime, async trx => {
        await enqueueJob(trx, runtime, { kind: 'greet' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow()
    expect(await runAll([greet])).toBe(0)
  })

  test('a delayed job waits for its time', async () => {
    await enqueue({ kind: 'greet', runAt: new Date(runtime.clock.now().getTime() + hourMs) })
    expect(await runAll([greet])).toBe(0)
    runtime.pass(hourMs)
    expect(await runAll([greet])).toBe(1)
  })

  test('while a job with a key waits there is no second one; after it has run there may be', async () => {
    await enqueue({ kind: 'greet', key: 'customer-1' })
    await enqueue({ kind: 'greet', key: 'customer-1' })
    await enqueue({ kind: 'greet', key: 'customer-2' })
    expect(await runAll([greet])).toBe(2)
    await enqueue({ kind: 'greet', key: 'customer-1' })
    expect(await runAll([greet])).toBe(1)
  })

  test('two loops at the same time run each job once', async () => {
    for (let index = 0; index < 30; index += 1) await enqueue({ kind: 'greet', payload: index })
    // The first job of each waits for the other's: both are running.
    const bothBegan = Promise.withResolvers<void>()
    let begun = 0
    const together: JobDefinition = {
      ...greet,
      async run(...given) {
        begun += 1
        if (begun === 2) bothBegan.resolve()
        await bothBegan.promise
        return greet.run(...given)
      },
    }
    const counts = await Promise.all([runAll([together]), runAll([together])])
    expect(counts[0] + counts[1]).toBe(30)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(ran.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 30 }, (_, index) => index))
  })

  test('a recurring job runs once per interval over all instances', async () => {
    const hourly = { ...greet, everyMs: hourMs }
    for (let hour = 1; hour <= 3; hour += 1) {
      await Promise.all([enqueueRecurringJobs(runtime, [hourly]), enqueueRecurringJobs(runtime, [hourly])])
      await Promise.all([runAll([hourly]), runAll([hourly])])
      expect(ran).toHaveLength(hour)
      runtime.pass(hourMs - 1)
      expect(await runAll([hourly])).toBe(0)
      runtime.pass(1)
    }
  })

  test('a job that throws is retried later and given up after the eighth time', async () => {
    const failing: JobDefinition = { kind: 'fail', run: () => Promise.reject(new Error('not today')) }
    await enqueue({ kind: 'fail' })
    for (let tries = 1; tries <= 8; tries += 1) {
      expect(await runAll([failing])).toBe(1)
      expect(await rows()).toEqual([expect.objectContaining({ attempts: tries, last_error: 'not today' })])
      runtime.pass(15 * hourMs)
    }
    expect(await runAll([failing])).toBe(0)
    expect(await rows()).toEqual([expect.objectContaining({ state: 'failed', attempts: 8 })])
  })

  test('a recurring job that was given up starts again', async () => {
    const failing: JobDefinition = {
      kind: 'fail',
      everyMs: hourMs,
      run: () => Promise.reject(new Error('not today')),
    }
    await enqueueRecurringJobs(runtime, [failing])
    for (let tries = 1; tries <= 8; tries += 1) {
      await runAll([failing])
      runtime.pass(15 * hourMs)
    }
    expect((await rows()).map(row => row.state)).toEqual(['failed', 'waiting'])
  })

  test('a job whose instance died runs again when its lease has expired, and not before', async () => {
    const started = Promise.withResolvers<void>()
    const died = Promise.withResolvers<void>()
    const dying: JobDefinition = {
      kind: 'greet',
      run: () => {
        started.resolve()
        return died.promise
      },
    }
    await enqueue({ kind: 'greet', payload: 'again' })
    const first = runNextJob(runtime, [dying])
    await started.promise
    expect(await runAll([greet])).toBe(0)
    runtime.pass(3 * minuteMs)
    expect(await runAll([greet])).toBe(1)
    expect(ran).toEqual(['again'])
    died.resolve()
    await first
    expect(await rows()).toEqual([expect.objectContaining({ state: 'done', attempts: 2 })])
  })

  test('an instance that lost its job to another one no longer changes it', async () => {
    const started = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow: JobDefinition = {
      kind: 'greet',
      run: () => {
        started.resolve()
        return goOn.promise
      },
    }
    const failing: JobDefinition = { kind: 'greet', run: () => Promise.reject(new Error('not today')) }
    await enqueue({ kind: 'greet' })
    const first = runNextJob(runtime, [slow])
    await started.promise
    runtime.pass(3 * minuteMs)
    await runNextJob(runtime, [failing])
    goOn.resolve()
    await first
    expect(await rows()).toEqual([expect.objectContaining({ state: 'waiting', attempts: 2, last_error: 'not today' })])
  })

  test('an unknown kind of job is left for a program that knows it', async () => {
    await enqueue({ kind: 'of_tomorrow' })
    expect(await runAll([greet])).toBe(0)
    expect(await rows()).toEqual([expect.objectContaining({ state: 'waiting', attempts: 0 })])
  })

  test('a loop queues its recurring jobs, is woken for others, and stops after the current job', async () => {
    const done: (() => void)[] = []
    const next = () => new Promise<void>(resolve => done.push(resolve))
    const tell: JobDefinition = {
      kind: 'tell',
      everyMs: hourMs,
      run: async () => done.shift()?.(),
    }
    const greetAndTell: JobDefinition = {
      kind: 'greet',
      run: async (_, payload) => {
        ran.push(payload)
        done.shift()?.()
      },
    }
    let called = next()
    const loop = startJobLoops(runtime, [tell, greetAndTell])
    await called
    called = next()
    await enqueue({ kind: 'greet', payload: 'woken' })
    loop.wake()
    await called
    await loop.stop()
    expect(ran).toEqual(['woken'])
    expect((await rows()).map(row => [row.kind, row.state]).toSorted()).toEqual([
      ['greet', 'done'],
      ['tell', 'done'],
      ['tell', 'waiting'],
    ])
  })

  test('a job that notices silence waits until its instance has listened, and holds up no other job', async () => {
    const watch: JobDefinition = { ...greet, kind: 'watch', everyMs: minuteMs, listensFirstMs: hourMs }
    const tick: JobDefinition = { kind: 'tick', everyMs: minuteMs, run: async () => void ran.push('tick') }
    const loop = startJobLoops(runtime, [watch, tick])
    await expect.poll(() => ran).toEqual(['tick'])
    for (const [ms, expected] of [
      [hourMs - 1, ['tick', 'tick']],
      [1, ['tick', 'tick', null]],
    ] as const) {
      runtime.pass(ms)
      loop.wake()
      await expect.poll(() => ran).toEqual(expected)
    }
    await loop.stop()
  })

  test('a job of another lane runs while one takes its time, and each is notified when the process ends', async () => {
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const prompted = Promise.withResolvers<void>()
    const long: JobDefinition = {
      kind: 'long',
      everyMs: hourMs,
      run: () => {
        started.resolve()
        return ended.promise
      },
    }
    const patient: JobDefinition = {
      kind: 'patient',
      lane: 'plans',
      everyMs: hourMs,
      run: async (_runtime, _payload, ending) => {
        if (!ending?.aborted) await new Promise<void>(resolve => ending?.addEventListener('abort', () => resolve()))
      },
    }
    const prompt: JobDefinition = { kind: 'prompt', lane: 'dns', run: async () => prompted.resolve() }
    const loops = startJobLoops(runtime, [long, prompt, patient])
    await started.promise
    await enqueue({ kind: 'prompt' })
    loops.wake()
    await prompted.promise
    ended.resolve()
    await loops.stop()
    expect((await rows()).map(row => [row.kind, row.state]).toSorted()).toEqual([
      ['long', 'done'],
      ['long', 'waiting'],
      ['patient', 'done'],
      ['patient', 'waiting'],
      ['prompt', 'done'],
    ])
  })
})

test('a job that another instance is claiming is skipped on PostgreSQL, not waited for', async () => {
  const database = await openTestDatabase('postgres')
  const runtime = testRuntime(database)
  await inTransaction(runtime, async trx => {
    await enqueueJob(trx, runtime, { kind: 'greet', payload: 'first' })
    await enqueueJob(trx, runtime, { kind: 'greet', payload: 'second' })
  })
  const [taken, next] = await database.db.transaction().execute(async trx => {
    const taken = await claimJob({ ...runtime, db: trx }, ['greet'])
    return [taken, await claimJob(runtime, ['greet'])]
  })
  expect([taken?.payload, next?.payload].toSorted()).toEqual(['"first"', '"second"'])
  await database.close()
})

test('the wait grows from a minute to half a day, a fifth more or less', () => {
  const minutes = (random: number) =>
    Array.from({ length: 9 }, (_, tries) => backoffMs(tries + 1, () => random) / minuteMs)
  expect(minutes(0.5)).toEqual([1, 5, 15, 60, 180, 360, 720, 720, 720])
  expect(minutes(0)).toEqual([0.8, 4, 12, 48, 144, 288, 576, 576, 576])
  expect(minutes(1)).toEqual([1.2, 6, 18, 72, 216, 432, 864, 864, 864])
})
