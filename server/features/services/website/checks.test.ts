import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, instantText, minuteMs } from '#server/clock.ts'
import type { Services } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/settings/commands.ts'
import { getProfile } from '#server/features/settings/queries.ts'
import { enqueueRecurringJobs, runNextJob } from '#server/jobs/loop.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildWebsite } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { makeCertificate } from '#server/testing/certificate.ts'
import { engines } from '#server/testing/engines.ts'
import { startTarget, type TargetServer } from '#server/testing/target-server.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { checkDueWebsites } from './commands.ts'
import { websiteJobs } from './jobs.ts'

// The portal's clock stands in March 2026; certificates are looked at by the machine's own.
const expiresAt = new Date('2099-05-01T12:00:00Z')
const certificate = makeCertificate({ names: ['127.0.0.1'], from: new Date('2020-01-01'), until: expiresAt })
const before = tls.getCACertificates('default')
beforeAll(() => tls.setDefaultCACertificates([...before, certificate.cert]))
afterAll(() => tls.setDefaultCACertificates(before))

describe.each(engines)('the checks of websites on %s', engine => {
  let target: TargetServer
  let secure: TargetServer
  let portal: TestApp
  let admin: LoggedInClient
  let services: Services
  beforeEach(async () => {
    target = await startTarget()
    secure = await startTarget(certificate)
    portal = await openTestApp(engine, {
      env: { OUTGOING_ALLOW: `${target.hostPort},${secure.hostPort}`, PUBLIC_URL: 'http://portal.example.org' },
    })
    services = portal.services
    admin = await portal.client('admin')
    const { profile } = await getProfile(services.db)
    await inTransaction(services, trx =>
      storeProfile(trx, services, { ...profile, companyName: 'Musterwerk', email: 'chef@musterwerk.example' }),
    )
  })
  afterEach(async () => {
    await portal.close()
    await Promise.all([target.close(), secure.close()])
  })

  const path = (id: string) => `/api/backend/website-services/${id}/`
  /** An admin who has logged in just now: sessions end while the clock is moved. */
  const fresh = () => portal.client('admin')
  const read = async (id: string) => (await (await fresh()).get(path(id))).json()
  /** Lets minutes pass and runs what is due then. */
  const afterMinutes = async (minutes: number) => {
    portal.clock.advance(minutes * minuteMs)
    await checkDueWebsites(services)
  }
  const mails = async () =>
    services.db.selectFrom('outbox_mail').select(['kind', 'recipient', 'subject', 'text']).orderBy('id').execute()
  const build = async ({ url = target.url, customer = {} as Parameters<typeof buildCustomer>[1] } = {}) => {
    const { id: customerId } = await buildCustomer(services, {
      company: 'Hofgut',
      email: 'hof@gut.example',
      ...customer,
    })
    return buildWebsite(services, { name: 'Hofladen', customer_id: customerId, urls: [url] })
  }

  it('say what came: status, time, certificate', async () => {
    const plain = await build()
    const safe = await build({ url: secure.url })
    await checkDueWebsites(services)
    expect(await read(plain.id)).toMatchObject({
      state: 'ok',
      lastCheck: { at: instantText(portal.clock.now()), error: null, statusCode: 200, responseMs: expect.any(Number) },
      failuresInRow: 0,
      downSince: null,
      certificateExpiresAt: null,
      revision: 1,
    })
    expect(await read(safe.id)).toMatchObject({ state: 'ok', certificateExpiresAt: instantText(expiresAt) })
    expect([target.asked, secure.asked]).toEqual([1, 1])
  })

  it('come every ten minutes and not before', async () => {
    const { id } = await build()
    await checkDueWebsites(services)
    const first = (await read(id)).nextCheckAt
    expect(first > instantText(portal.clock.now())).toBe(true)
    portal.clock.advance(Date.parse(first) - portal.clock.now().getTime() - 1)
    await checkDueWebsites(services)
    expect(target.asked).toBe(1)
    portal.clock.advance(1)
    await checkDueWebsites(services)
    expect(target.asked).toBe(2)
    expect(Date.parse((await read(id)).nextCheckAt) - Date.parse(first)).toBe(10 * minuteMs)
  })

  it('call a website down at the second failure, and mail customer and business once', async () => {
    const { id } = await build()
    target.status = 503
    const failingSince = instantText(portal.clock.now())
    await checkDueWebsites(services)
    expect(await read(id)).toMatchObject({
      state: 'unknown',
      failuresInRow: 1,
      downSince: null,
      lastCheck: { error: 'status', statusCode: 503 },
    })
    expect(await mails()).toEqual([])

    await afterMinutes(2)
    expect(await read(id)).toMatchObject({ state: 'problem', failuresInRow: 2, downSince: failingSince })
    await afterMinutes(10)
    await afterMinutes(10)
    expect((await read(id)).failuresInRow).toBe(4)
    const told = await mails()
    expect(told.map(({ kind, recipient, subject }) => [kind, recipient, subject]).sort()).toEqual([
      ['website_down', 'chef@musterwerk.example', 'Website nicht erreichbar: Hofladen'],
      ['website_down', 'hof@gut.example', 'Website nicht erreichbar: Hofladen'],
    ])
    const [toCustomer] = told.filter(({ recipient }) => recipient === 'hof@gut.example')
    expect(toCustomer?.text).toContain(
      'Ihre Website „Hofladen“ ist seit dem 10. März 2026 um 10:00 Uhr nicht erreichbar.',
    )
    expect(toCustomer?.text).toContain('Grund: Der Server meldet einen Fehler (Status 503).')
    expect(toCustomer?.text).toContain(`http://portal.example.org/customer-portal/service/${id}`)
    const [toBusiness] = told.filter(({ recipient }) => recipient !== 'hof@gut.example')
    expect(toBusiness?.text).toContain('die Website „Hofladen“ von Hofgut ist seit dem')
    expect(toBusiness?.text).toContain(`http://portal.example.org/admin-portal/service/${id}`)
  })

  it('say that it is back at the first answer, and mail that once', async () => {
    const { id } = await build()
    target.status = null
    await checkDueWebsites(services)
    await afterMinutes(2)
    expect((await read(id)).lastCheck).toMatchObject({ error: 'refused', statusCode: null, responseMs: null })
    target.status = 200
    await afterMinutes(10)
    expect(await read(id)).toMatchObject({ state: 'ok', failuresInRow: 0, downSince: null })
    await afterMinutes(10)
    const told = (await mails()).filter(({ kind }) => kind === 'website_up')
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(['chef@musterwerk.example', 'hof@gut.example'])
    expect(told[0]?.subject).toBe('Website wieder erreichbar: Hofladen')
    const { outages } = (await (await fresh()).get(`${path(id)}history/`)).json()
    expect(outages).toEqual([
      {
        startedAt: '2026-03-10T09:00:00.000Z',
        endedAt: '2026-03-10T09:12:00.000Z',
        error: 'refused',
        statusCode: null,
      },
    ])
  })

  it('mail nobody for a single hiccup, and the customer not where notifications are off', async () => {
    const quiet = await build({ customer: { is_notified: 0 } })
    target.status = 500
    await checkDueWebsites(services)
    target.status = 200
    await afterMinutes(2)
    expect(await mails()).toEqual([])
    expect((await read(quiet.id)).state).toBe('ok')
    target.status = 500
    await afterMinutes(10)
    await afterMinutes(10)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['chef@musterwerk.example'])
  })

  it('warn of a certificate 14 days before its end, once for each certificate', async () => {
    const { id } = await build({ url: secure.url })
    portal.clock.advance(expiresAt.getTime() - 31 * dayMs - portal.clock.now().getTime())
    await checkDueWebsites(services)
    expect(await mails()).toEqual([])
    expect((await read(id)).isCertificateExpiring).toBe(false)
    portal.clock.advance(17 * dayMs - 1)
    await checkDueWebsites(services)
    expect((await read(id)).isCertificateExpiring).toBe(true)
    expect(await mails()).toEqual([])
    await afterMinutes(10)
    await afterMinutes(10)
    const told = await mails()
    expect(told.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual([
      ['certificate_expiring', 'chef@musterwerk.example'],
      ['certificate_expiring', 'hof@gut.example'],
    ])
    expect(told.find(({ recipient }) => recipient === 'hof@gut.example')?.text).toContain(
      'das Zertifikat Ihrer Website „Hofladen“ läuft am 1. Mai 2099 um 14:00 Uhr ab.',
    )
    await services.db
      .updateTable('website_service')
      .set({ certificate_warned_for: '2099-02-01T00:00:00.000Z' })
      .where('service_id', '=', id)
      .execute()
    await afterMinutes(10)
    expect(await mails()).toHaveLength(2)
  })

  it.each([
    ['whose name is known to no name server', 'http://gibt-es-nicht.invalid/', 'dns'],
    ['of a private network', 'http://127.0.0.1/', 'blocked'],
    ['on a port that is not allowed', 'http://www.example.org:8080/', 'blocked'],
  ])('do not fall over a website %s', async (_, url, error) => {
    const { id } = await build({ url })
    await checkDueWebsites(services)
    expect((await read(id)).lastCheck).toMatchObject({ error, statusCode: null, responseMs: null })
  })

  it('leave the customer alone where the address is one that the portal may not call', async () => {
    const { id } = await build({ url: 'http://192.168.178.1/' })
    await checkDueWebsites(services)
    await afterMinutes(2)
    expect((await read(id)).state).toBe('problem')
    const [mail, ...others] = await mails()
    expect([mail?.recipient, others]).toEqual(['chef@musterwerk.example', []])
    expect(mail?.text).toContain('Die Adresse führt in ein privates Netz')
  })

  it('add to one row a day, which becomes the history of 90 days', async () => {
    const { id } = await build()
    for (const status of [200, 500, 200]) {
      target.status = status
      await checkDueWebsites(services)
      portal.clock.advance(10 * minuteMs)
    }
    portal.clock.advance(dayMs)
    await checkDueWebsites(services)
    const rows = await services.db.selectFrom('website_day').selectAll().where('service_id', '=', id).execute()
    expect(rows.map(({ date, checks, failures }) => [date, checks, failures])).toEqual([
      ['2026-03-10', 3, 1],
      ['2026-03-11', 1, 0],
    ])
    const kim = await portal.loginAs(
      await buildUser(services, { role: 'customer', customerId: (await read(id)).customer.id }),
    )
    const history = (await kim.get(`${path(id)}history/`)).json()
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

  it('are forgotten after 90 days, what is shown is not', async () => {
    const { id } = await build()
    const day = (date: string) => ({ service_id: id, date, checks: 1, failures: 0, total_ms: 1, slowest_ms: 1 })
    await services.db.insertInto('website_day').values(['2025-12-10', '2025-12-11'].map(day)).execute()
    const outage = (started_at: string, ended_at: string | null) => ({
      service_id: id,
      started_at,
      ended_at,
      error: 'dns' as const,
      status_code: null,
    })
    await services.db
      .insertInto('website_outage')
      .values([
        outage('2025-11-01T00:00:00.000Z', '2025-12-10T23:59:59.999Z'),
        outage('2025-11-02T00:00:00.000Z', '2025-12-11T00:00:00.000Z'),
        outage('2025-11-03T00:00:00.000Z', null),
      ])
      .execute()
    const [, removal] = websiteJobs
    await removal?.run(services, null)
    const days = await services.db.selectFrom('website_day').select('date').execute()
    const outages = await services.db.selectFrom('website_outage').select('started_at').orderBy('started_at').execute()
    expect(days.map(row => row.date)).toEqual(['2025-12-11'])
    expect(outages.map(row => row.started_at.slice(0, 10))).toEqual(['2025-11-02', '2025-11-03'])
    const history = (await (await fresh()).get(`${path(id)}history/`)).json()
    expect([history.days[0].checks, history.outages.length]).toEqual([1, 2])
  })

  it('happen once, also when two look at the same time', async () => {
    const websites = await Promise.all(Array.from({ length: 20 }, () => build()))
    await Promise.all([checkDueWebsites(services), checkDueWebsites(services)])
    expect(target.asked).toBe(websites.length)
    const rows = await services.db.selectFrom('website_day').select('checks').execute()
    expect(rows.map(row => row.checks)).toEqual(websites.map(() => 1))
  })

  it('come from a job that is one job for all instances', async () => {
    await build()
    await enqueueRecurringJobs(services, websiteJobs)
    await enqueueRecurringJobs(services, websiteJobs)
    await Promise.all([runNextJob(services, websiteJobs), runNextJob(services, websiteJobs)])
    await runNextJob(services, websiteJobs)
    expect(target.asked).toBe(1)
    const jobs = await services.db.selectFrom('job').select(['kind', 'state']).orderBy('kind').execute()
    const waiting = jobs.filter(job => job.state === 'waiting').map(job => job.kind)
    expect(waiting).toEqual(['website-checks', 'website-history'])
  })

  it('do not begin anew what has another address meanwhile, or is gone', async () => {
    const moved = await build()
    const gone = await build()
    const waiting = Promise.withResolvers<void>()
    target.until = waiting.promise
    const run = checkDueWebsites(services)
    await expect.poll(() => target.asked).toBe(2)
    await admin.patch(path(moved.id), { urls: ['https://neu.example/'] })
    await admin.delete(path(gone.id))
    waiting.resolve()
    await run
    expect(await read(moved.id)).toMatchObject({ state: 'unknown', lastCheck: null })
    expect(await services.db.selectFrom('website_day').selectAll().execute()).toEqual([])
  })

  it('stop and begin again as the admin says', async () => {
    const { id } = await build()
    target.status = 500
    await checkDueWebsites(services)
    await afterMinutes(2)
    expect((await read(id)).state).toBe('problem')
    expect((await admin.patch(path(id), { isWatched: false })).json()).toMatchObject({
      state: null,
      failuresInRow: 0,
      downSince: null,
      nextCheckAt: null,
    })
    await afterMinutes(60)
    expect(target.asked).toBe(2)
    const { outages } = (await (await fresh()).get(`${path(id)}history/`)).json()
    expect(outages).toEqual([expect.objectContaining({ endedAt: '2026-03-10T09:02:00.000Z' })])
    target.status = 200
    expect((await (await fresh()).patch(path(id), { isWatched: true })).json()).toMatchObject({ state: 'unknown' })
    await checkDueWebsites(services)
    expect((await read(id)).state).toBe('ok')
  })

  it('begin anew with another first address, and only then', async () => {
    const { id } = await build()
    await checkDueWebsites(services)
    expect((await admin.patch(path(id), { urls: [target.url, 'https://b.example/'] })).json().state).toBe('ok')
    expect((await admin.patch(path(id), { urls: ['https://b.example/', target.url] })).json()).toMatchObject({
      state: 'unknown',
      lastCheck: null,
      nextCheckAt: instantText(portal.clock.now()),
    })
  })

  describe('that somebody asks for', () => {
    const ask = (id: string) => admin.post(`${path(id)}checks/`, {})

    it('answer with the result, and leave the regular ones as they are', async () => {
      const { id } = await build()
      await checkDueWebsites(services)
      const { nextCheckAt } = await read(id)
      target.status = 404
      portal.clock.advance(1_000)
      const answer = await ask(id)
      expect(answer.json()).toMatchObject({ failuresInRow: 1, lastCheck: { error: 'status', statusCode: 404 } })
      expect(answer.json().state).toBe('ok')
      target.status = 200
      portal.clock.advance(1_000)
      expect((await ask(id)).json()).toMatchObject({ failuresInRow: 0, state: 'ok' })
      expect(nextCheckAt).not.toBeNull()
    })

    it('are not for customers, and not many at once', async () => {
      const { id, customer_id } = await build()
      const kim = await portal.loginAs(await buildUser(services, { role: 'customer', customerId: customer_id }))
      expect((await kim.post(`${path(id)}checks/`, {})).statusCode).toBe(403)
      const answers = []
      for (let count = 0; count < 7; count += 1) answers.push((await ask(id)).statusCode)
      expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
      portal.clock.advance(minuteMs)
      expect((await ask(id)).statusCode).toBe(200)
      expect(target.asked).toBe(7)
    })

    it('of a website that is not watched say what came and count for nothing', async () => {
      const { id } = await build()
      await admin.patch(path(id), { isWatched: false })
      target.status = 500
      await ask(id)
      expect((await ask(id)).json()).toMatchObject({ state: null, failuresInRow: 0, lastCheck: { error: 'status' } })
      expect(await mails()).toEqual([])
      expect(await services.db.selectFrom('website_day').selectAll().execute()).toEqual([])
    })
  })

  it('call in the demo only what the operator has named', async () => {
    const config = { ...services.config, isDemo: true }
    const named = await build()
    const other = await build({ url: 'https://www.example.org/' })
    await checkDueWebsites({ ...services, config })
    expect((await read(named.id)).state).toBe('ok')
    expect((await read(other.id)).lastCheck).toBeNull()
  })
})
