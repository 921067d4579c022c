import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, instantText, minuteMs } from '#server/clock.ts'
import { enqueueRecurringJobs, runNextJob } from '#server/jobs/loop.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import {
  expiresAt,
  openWatchedWebsites,
  trustCertificate,
  type WatchedWebsites,
} from '#server/testing/watched-websites.ts'
import { checkDueWebsites } from './website-check.commands.ts'
import { websiteJobs } from './website-check.jobs.ts'

trustCertificate()

describe.each(engines)('the checks of websites on %s', engine => {
  let watched: WatchedWebsites
  beforeEach(async () => {
    watched = await openWatchedWebsites(engine)
  })
  afterEach(() => watched.close())

  it('store the result: status, time, certificate', async () => {
    const plain = await watched.build()
    const safe = await watched.build({ url: watched.secure.url })
    await checkDueWebsites(watched.runtime)
    expect(await watched.read(plain.id)).toMatchObject({
      state: 'ok',
      lastCheck: {
        at: instantText(watched.portal.clock.now()),
        error: null,
        statusCode: 200,
        responseMs: expect.any(Number),
      },
      failuresInRow: 0,
      downSince: null,
      certificateExpiresAt: null,
      revision: 1,
    })
    expect(await watched.read(safe.id)).toMatchObject({ state: 'ok', certificateExpiresAt: instantText(expiresAt) })
    expect([watched.target.asked, watched.secure.asked]).toEqual([1, 1])
  })

  it('run every ten minutes and not before', async () => {
    const { id } = await watched.build()
    await checkDueWebsites(watched.runtime)
    const first = (await watched.read(id)).nextCheckAt
    expect(first > instantText(watched.portal.clock.now())).toBe(true)
    watched.portal.clock.advance(Date.parse(first) - watched.portal.clock.now().getTime() - 1)
    await checkDueWebsites(watched.runtime)
    expect(watched.target.asked).toBe(1)
    watched.portal.clock.advance(1)
    await checkDueWebsites(watched.runtime)
    expect(watched.target.asked).toBe(2)
    expect(Date.parse((await watched.read(id)).nextCheckAt) - Date.parse(first)).toBe(10 * minuteMs)
  })

  it.each([
    ['whose name is known to no name server', 'http://gibt-es-nicht.invalid/', 'dns'],
    ['of a private network', 'http://127.0.0.1/', 'blocked'],
    ['on a port that is not allowed', 'http://www.example.org:8080/', 'blocked'],
  ])('survive a website %s', async (_, url, error) => {
    const { id } = await watched.build({ url })
    await checkDueWebsites(watched.runtime)
    expect((await watched.read(id)).lastCheck).toMatchObject({ error, statusCode: null, responseMs: null })
  })

  it('add to one row a day, which becomes the history of 90 days', async () => {
    const { id } = await watched.build()
    for (const status of [200, 500, 200]) {
      watched.target.status = status
      await checkDueWebsites(watched.runtime)
      watched.portal.clock.advance(10 * minuteMs)
    }
    watched.portal.clock.advance(dayMs)
    await checkDueWebsites(watched.runtime)
    const rows = await watched.runtime.db.selectFrom('website_day').selectAll().where('service_id', '=', id).execute()
    expect(rows.map(({ date, checks, failures }) => [date, checks, failures])).toEqual([
      ['2026-03-10', 3, 1],
      ['2026-03-11', 1, 0],
    ])
    const kim = await watched.portal.loginAs(
      await buildUser(watched.runtime, { role: 'customer', customerId: (await watched.read(id)).customer.id }),
    )
    const history = (await kim.get(`${watched.path(id)}history/`)).json()
    expect(history.days).toHaveLength(90)
    expect(history.days.at(-2)).toMatchObject({ date: '2026-03-10', checks: 3, failures: 1, uptime: 0.6666 })
    expect(history.days.at(-3)).toEqual({
      date: '2026-03-09',
      checks: 0,
      failures: 0,
      uptime: null,
      meanMs: null,
      slowestMs: null,
    })
    expect(history).toMatchObject({ uptime: 0.75, outages: [] })
  })

  it('are deleted after 90 days, the displayed history is not', async () => {
    const { id } = await watched.build()
    const day = (date: string) => ({ service_id: id, date, checks: 1, failures: 0, total_ms: 1, slowest_ms: 1 })
    await watched.runtime.db.insertInto('website_day').values(['2025-12-10', '2025-12-11'].map(day)).execute()
    const outage = (started_at: string, ended_at: string | null) => ({
      service_id: id,
      started_at,
      ended_at,
      error: 'dns' as const,
      status_code: null,
    })
    await watched.runtime.db
      .insertInto('website_outage')
      .values([
        outage('2025-11-01T00:00:00.000Z', '2025-12-10T23:59:59.999Z'),
        outage('2025-11-02T00:00:00.000Z', '2025-12-11T00:00:00.000Z'),
        outage('2025-11-03T00:00:00.000Z', null),
      ])
      .execute()
    const [, removal] = websiteJobs
    await removal?.run(watched.runtime, null)
    const days = await watched.runtime.db.selectFrom('website_day').select('date').execute()
    const outages = await watched.runtime.db
      .selectFrom('website_outage')
      .select('started_at')
      .orderBy('started_at')
      .execute()
    expect(days.map(row => row.date)).toEqual(['2025-12-11'])
    expect(outages.map(row => row.started_at.slice(0, 10))).toEqual(['2025-11-02', '2025-11-03'])
    const history = (await (await watched.fresh()).get(`${watched.path(id)}history/`)).json()
    expect([history.days[0].checks, history.outages.length]).toEqual([1, 2])
  })

  it('run once, also with two concurrent runs', async () => {
    const websites = await Promise.all(Array.from({ length: 20 }, () => watched.build()))
    await Promise.all([checkDueWebsites(watched.runtime), checkDueWebsites(watched.runtime)])
    expect(watched.target.asked).toBe(websites.length)
    const rows = await watched.runtime.db.selectFrom('website_day').select('checks').execute()
    expect(rows.map(row => row.checks)).toEqual(websites.map(() => 1))
  })

  it('come from a job that is one job for all instances', async () => {
    await watched.build()
    await enqueueRecurringJobs(watched.runtime, websiteJobs)
    await enqueueRecurringJobs(watched.runtime, websiteJobs)
    await Promise.all([runNextJob(watched.runtime, websiteJobs), runNextJob(watched.runtime, websiteJobs)])
    await runNextJob(watched.runtime, websiteJobs)
    expect(watched.target.asked).toBe(1)
    const jobs = await watched.runtime.db.selectFrom('job').select(['kind', 'state']).orderBy('kind').execute()
    const waiting = jobs.filter(job => job.state === 'waiting').map(job => job.kind)
    expect(waiting).toEqual(['website-checks', 'website-history'])
  })

  it('do not restart for a website that has another address meanwhile, or is deleted', async () => {
    const moved = await watched.build()
    const gone = await watched.build()
    const waiting = Promise.withResolvers<void>()
    watched.target.until = waiting.promise
    const run = checkDueWebsites(watched.runtime)
    await expect.poll(() => watched.target.asked).toBe(2)
    await watched.admin.patch(watched.path(moved.id), { urls: ['https://neu.example/'] })
    await watched.admin.delete(watched.path(gone.id))
    waiting.resolve()
    await run
    expect(await watched.read(moved.id)).toMatchObject({ state: 'unknown', lastCheck: null })
    expect(await watched.runtime.db.selectFrom('website_day').selectAll().execute()).toEqual([])
  })

  it('stop and restart as set by the admin', async () => {
    const { id } = await watched.build()
    watched.target.status = 500
    await checkDueWebsites(watched.runtime)
    await watched.afterMinutes(2)
    expect((await watched.read(id)).state).toBe('problem')
    expect((await watched.admin.patch(watched.path(id), { isWatched: false })).json()).toMatchObject({
      state: null,
      failuresInRow: 0,
      downSince: null,
      nextCheckAt: null,
    })
    await watched.afterMinutes(60)
    expect(watched.target.asked).toBe(2)
    const { outages } = (await (await watched.fresh()).get(`${watched.path(id)}history/`)).json()
    expect(outages).toEqual([expect.objectContaining({ endedAt: '2026-03-10T09:02:00.000Z' })])
    watched.target.status = 200
    expect((await (await watched.fresh()).patch(watched.path(id), { isWatched: true })).json()).toMatchObject({
      state: 'unknown',
    })
    await checkDueWebsites(watched.runtime)
    expect((await watched.read(id)).state).toBe('ok')
  })

  it('restart with another first address, and only then', async () => {
    const { id } = await watched.build()
    await checkDueWebsites(watched.runtime)
    expect(
      (await watched.admin.patch(watched.path(id), { urls: [watched.target.url, 'https://b.example/'] })).json().state,
    ).toBe('ok')
    expect(
      (await watched.admin.patch(watched.path(id), { urls: ['https://b.example/', watched.target.url] })).json(),
    ).toMatchObject({
      state: 'unknown',
      lastCheck: null,
      nextCheckAt: instantText(watched.portal.clock.now()),
    })
  })

  describe('on request', () => {
    const ask = (id: string) => watched.admin.post(`${watched.path(id)}checks/`, {})

    it('return the result, and do not move the regular ones', async () => {
      const { id } = await watched.build()
      await checkDueWebsites(watched.runtime)
      const { nextCheckAt } = await watched.read(id)
      watched.target.status = 404
      watched.portal.clock.advance(1_000)
      const answer = await ask(id)
      expect(answer.json()).toMatchObject({ failuresInRow: 1, lastCheck: { error: 'status', statusCode: 404 } })
      expect(answer.json().state).toBe('ok')
      watched.target.status = 200
      watched.portal.clock.advance(1_000)
      expect((await ask(id)).json()).toMatchObject({ failuresInRow: 0, state: 'ok' })
      expect(nextCheckAt).not.toBeNull()
    })

    it('are not for customers, and limited', async () => {
      const { id, customer_id } = await watched.build()
      const kim = await watched.portal.loginAs(
        await buildUser(watched.runtime, { role: 'customer', customerId: customer_id }),
      )
      expect((await kim.post(`${watched.path(id)}checks/`, {})).statusCode).toBe(403)
      const answers = []
      for (let count = 0; count < 7; count += 1) answers.push((await ask(id)).statusCode)
      expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
      watched.portal.clock.advance(minuteMs)
      expect((await ask(id)).statusCode).toBe(200)
      expect(watched.target.asked).toBe(7)
    })

    it('of an unmonitored website return the result and do not count', async () => {
      const { id } = await watched.build()
      await watched.admin.patch(watched.path(id), { isWatched: false })
      watched.target.status = 500
      await ask(id)
      expect((await ask(id)).json()).toMatchObject({ state: null, failuresInRow: 0, lastCheck: { error: 'status' } })
      expect(await watched.mails()).toEqual([])
      expect(await watched.runtime.db.selectFrom('website_day').selectAll().execute()).toEqual([])
    })
  })

  it('call in the demo only addresses allowed by the operator', async () => {
    const config = { ...watched.runtime.config, isDemo: true }
    const named = await watched.build()
    const other = await watched.build({ url: 'https://www.example.org/' })
    await checkDueWebsites({ ...watched.runtime, config })
    expect((await watched.read(named.id)).state).toBe('ok')
    expect((await watched.read(other.id)).lastCheck).toBeNull()
  })
})
