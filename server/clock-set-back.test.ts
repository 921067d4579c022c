/** A clock that was days ahead and is set back: data written meanwhile delays nothing. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { accountCounter, countAttempt, countFromAddress } from '#server/auth/throttle.ts'
import { dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { enqueueRecurringJobs, runNextJob } from '#server/jobs/loop.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { buildWebsite } from '#server/testing/build-services.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { listDueWebsites } from './features/services/website-check.queries.ts'
import { nextCheckAt } from './features/services/website-check.rules.ts'
import { claimMail, postponeMail } from './mail/mail-queue.ts'

const aheadMs = 3 * dayMs

async function open(engine: (typeof engines)[number]) {
  const portal = await openTestApp(engine)
  onTestFinished(() => portal.close())
  return portal
}

describe.each(engines)('after a clock that was ahead is set back, on %s', engine => {
  test.each([
    ['every hour', { everyMs: hourMs }],
    ['every day', { atBerlinHour: 3 }],
  ])('a job that runs %s runs at once, and then in its rhythm', async (_, rhythm) => {
    const { runtime, clock } = await open(engine)
    let runs = 0
    const job: JobDefinition = {
      kind: 'count',
      ...rhythm,
      async run() {
        runs += 1
      },
    }
    clock.advance(aheadMs)
    await enqueueRecurringJobs(runtime, [job])
    clock.advance(dayMs)
    await runNextJob(runtime, [job])
    expect(runs).toBe(1)

    clock.advance(-dayMs - aheadMs)
    expect(await runNextJob(runtime, [job])).toBe(true)
    expect(await runNextJob(runtime, [job])).toBe(false)
    expect(runs).toBe(2)
    clock.advance(dayMs)
    expect(await runNextJob(runtime, [job])).toBe(true)
    expect(runs).toBe(3)
  })

  test('a mail that waits for a retry is sent at once', async () => {
    const { runtime, clock } = await open(engine)
    const mail = {
      kind: 'newsletter_test' as const,
      to: 'greta@example.org',
      about: null,
      subject: 'Hallo',
      text: 'Hallo',
      html: '',
    }
    clock.advance(aheadMs)
    await inTransaction(runtime, trx => enqueueMail(trx, byPortal(runtime), mail))
    const claimed = await claimMail(runtime)
    if (claimed === undefined) throw new Error('no mail was due')
    await postponeMail(runtime, claimed, 'not now')
    expect(await claimMail(runtime)).toBeUndefined()

    clock.advance(-aheadMs)
    expect(await claimMail(runtime)).toMatchObject({ id: claimed.id })
    expect(await claimMail(runtime)).toBeUndefined()
  })

  test('a website is checked at once', async () => {
    const { runtime, clock } = await open(engine)
    const { db } = runtime
    const { id } = await buildWebsite(runtime)
    const setNext = (at: Date) =>
      db
        .updateTable('website_service')
        .set({ next_check_at: instantText(at) })
        .where('service_id', '=', id)
        .execute()
    const due = async () => (await listDueWebsites(db, clock.now(), 9)).map(row => row.id)
    await setNext(nextCheckAt(id, clock.now()))
    expect(await due()).toEqual([])
    await setNext(nextCheckAt(id, plusMs(clock.now(), aheadMs)))
    expect(await due()).toEqual([id])
  })

  test('nobody is locked out', async () => {
    const { runtime, clock } = await open(engine)
    const context = { ...runtime, actor: visitor, scope: scopeOf(visitor), address: '203.0.113.7', userAgent: '' }
    const oncePerMinute = { limit: 1, windowMs: minuteMs }
    const refused = { code: 'throttled' }
    await countAttempt(context, [accountCounter('login', 'blocked-later')])
    clock.advance(hourMs)
    await countFromAddress(context, 'contact', oncePerMinute)
    await expect(countFromAddress(context, 'contact', oncePerMinute)).rejects.toMatchObject(refused)
    for (let tries = 0; tries < 4; tries += 1) await countAttempt(context, [accountCounter('login', 'blocked-later')])
    for (let tries = 0; tries < 5; tries += 1) await countAttempt(context, [accountCounter('login', 'new')])
    await expect(countAttempt(context, [accountCounter('login', 'blocked-later')])).rejects.toMatchObject(refused)
    await expect(countAttempt(context, [accountCounter('login', 'new')])).rejects.toMatchObject(refused)

    clock.advance(-hourMs)
    await countFromAddress(context, 'contact', oncePerMinute)
    await countAttempt(context, [accountCounter('login', 'blocked-later')])
    await countAttempt(context, [accountCounter('login', 'new')])
  })
})
