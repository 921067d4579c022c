import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '#server/auth/tokens.ts'
import { hourMs, instantText, minuteMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildApplication } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { applicationJobs } from './heartbeat.jobs.ts'

describe.each(engines)('heartbeats on %s', engine => {
  let portal: TestApp
  let runtime: Runtime
  let logged: string[]
  beforeEach(async () => {
    logged = []
    portal = await openTestApp(engine, {
      env: { PUBLIC_URL: 'http://portal.example.org' },
      onLog: line => logged.push(line),
    })
    runtime = portal.runtime
  })
  afterEach(() => portal.close())

  const path = (id: string) => `/api/backend/application-services/${id}/`
  /** Sessions expire while the clock is moved: each call is by an admin who has just logged in. */
  const admin = () => portal.client('admin')
  const read = async (id: string) => (await (await admin()).get(path(id))).json()
  const makeAddress = async (id: string) => {
    const answer = await (await admin()).post(`${path(id)}heartbeat-token/`, {})
    expect(answer.statusCode).toBe(201)
    return new URL(answer.json().url).pathname
  }
  /** Like a program: no cookie, no token, JSON. */
  const beat = (address: string, body: unknown = { version: '1.2.3' }, remoteAddress = '203.0.113.7') =>
    portal.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
      remoteAddress,
    })
  const listen = async () => {
    const { id } = await buildApplication(runtime, { name: 'Zähler' })
    return { id, address: await makeAddress(id) }
  }
  const notice = () => applicationJobs[0]?.run(runtime, null)

  it('set version and time, and need only the address', async () => {
    const { id, address } = await listen()
    expect((await beat(address)).statusCode).toBe(204)
    expect(await read(id)).toMatchObject({
      state: 'ok',
      version: '1.2.3',
      lastAlive: instantText(portal.clock.now()),
      isSilent: false,
      silentSince: null,
      hasHeartbeatToken: true,
      revision: 1,
    })
  })

  it('may have no version, no body, and come from any browser', async () => {
    const { id, address } = await listen()
    await beat(address)
    portal.clock.advance(minuteMs)
    expect((await portal.app.inject({ method: 'POST', url: address })).statusCode).toBe(204)
    expect(await read(id)).toMatchObject({ version: '1.2.3', lastAlive: instantText(portal.clock.now()) })
    portal.clock.advance(minuteMs)
    const looking = await admin()
    expect(
      (await looking.post(address, { version: '1.3' }, { headers: { origin: 'https://a.example' } })).statusCode,
    ).toBe(204)
    expect((await read(id)).version).toBe('1.3')
  })

  it('are refused with anything else in them', async () => {
    const { address } = await listen()
    expect((await beat(address, { version: '1', state: 'ok' })).statusCode).toBe(422)
    expect((await beat(address, { version: 'x'.repeat(101) })).statusCode).toBe(422)
    expect((await portal.app.inject({ method: 'GET', url: address })).statusCode).toBe(405)
  })

  it('come to an address that is shown once and stored as a hash only', async () => {
    const { id, address } = await listen()
    const token = address.split('/').at(-2) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    await beat(address)
    const rows = await runtime.db.selectFrom('application_service').selectAll().execute()
    expect(rows.map(row => row.heartbeat_token_hash)).toEqual([hashToken(token)])
    expect(JSON.stringify(await read(id))).not.toContain(token)
    expect(logged.join('')).not.toContain(token)
    const lines = await runtime.db.selectFrom('audit_entry').selectAll().where('subject_id', '=', id).execute()
    expect(lines.map(line => line.action)).toEqual(['application_service.token_made'])
    expect(JSON.stringify(lines)).not.toContain(token)
  })

  it('get an address that is not stored for a repeated request either', async () => {
    const { id } = await buildApplication(runtime)
    const client = await admin()
    const headers = { 'idempotency-key': 'einmal' }
    const first = await client.post(`${path(id)}heartbeat-token/`, {}, { headers })
    const second = await client.post(`${path(id)}heartbeat-token/`, {}, { headers })
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json().url).not.toBe(first.json().url)
    const stored = await runtime.db.selectFrom('idempotency_key').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('/api/heartbeat/')
    expect((await beat(new URL(first.json().url).pathname)).statusCode).toBe(404)
  })

  it('are refused at an address that was replaced or removed', async () => {
    const { id, address } = await listen()
    const other = await makeAddress(id)
    expect([(await beat(address)).statusCode, (await beat(other)).statusCode]).toEqual([404, 204])
    expect((await (await admin()).delete(`${path(id)}heartbeat-token/`)).statusCode).toBe(204)
    expect((await beat(other)).statusCode).toBe(404)
    expect(await read(id)).toMatchObject({ hasHeartbeatToken: false, version: '1.2.3' })
    await (await admin()).delete(`${path(id)}heartbeat-token/`)
    const lines = await runtime.db.selectFrom('audit_entry').select('action').where('subject_id', '=', id).execute()
    expect(lines).toHaveLength(3)
  })

  it('have addresses that only an admin creates', async () => {
    const { id, customer_id } = await buildApplication(runtime)
    const kim = await portal.loginAs(await buildUser(runtime, { role: 'customer', customerId: customer_id }))
    expect((await kim.post(`${path(id)}heartbeat-token/`, {})).statusCode).toBe(403)
    expect((await kim.delete(`${path(id)}heartbeat-token/`)).statusCode).toBe(403)
    expect((await kim.get(path(id))).json()).toMatchObject({ hasHeartbeatToken: false, permissions: [] })
  })

  it('in a burst are stored once, and again when they change something', async () => {
    const { id, address } = await listen()
    const first = instantText(portal.clock.now())
    await beat(address)
    portal.clock.advance(9_999)
    for (let count = 0; count < 100; count += 1) expect((await beat(address)).statusCode).toBe(204)
    expect((await read(id)).lastAlive).toBe(first)
    await beat(address, { version: '1.2.4' })
    expect(await read(id)).toMatchObject({ version: '1.2.4', lastAlive: instantText(portal.clock.now()) })
    portal.clock.advance(10_000)
    await beat(address, { version: '1.2.4' })
    expect((await read(id)).lastAlive).toBe(instantText(portal.clock.now()))
  })

  it('that always change something are throttled, those of others are not', async () => {
    const { address } = await listen()
    const { address: other } = await listen()
    const statuses = []
    for (let count = 0; count < 61; count += 1) statuses.push((await beat(address, { version: `${count}` })).statusCode)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([204]))
    expect(statuses.at(-1)).toBe(429)
    expect((await beat(other)).statusCode).toBe(204)
    portal.clock.advance(10 * minuteMs)
    expect((await beat(address, { version: 'neu' })).statusCode).toBe(204)
  })

  it('to guessed addresses are counted by network', async () => {
    const statuses = []
    for (let count = 0; count < 31; count += 1)
      statuses.push((await beat(`/api/heartbeat/${'x'.repeat(43)}/`)).statusCode)
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([404]))
    expect(statuses.at(-1)).toBe(429)
    expect((await beat('/api/heartbeat/y/', {}, '198.51.100.1')).statusCode).toBe(404)
    // Guesses do not block the valid address.
    const { address } = await listen()
    expect((await beat(address)).statusCode).toBe(204)
  })

  describe('missing heartbeats', () => {
    const notifyBusiness = async () => {
      const { profile } = await getProfile(runtime.db)
      await inTransaction(runtime, trx =>
        storeProfile(trx, runtime, { ...profile, companyName: 'Musterwerk', email: 'chef@musterwerk.example' }),
      )
    }
    const mails = () => runtime.db.selectFrom('outbox_mail').select(['recipient', 'subject', 'text']).execute()

    it('beyond the period are a silence, known at once and marked by a job', async () => {
      const { id, address } = await listen()
      await beat(address)
      portal.clock.advance(hourMs - 1)
      await notice()
      expect(await read(id)).toMatchObject({ state: 'ok', isSilent: false })
      portal.clock.advance(1)
      const silentSince = instantText(portal.clock.now())
      expect(await read(id)).toMatchObject({ state: 'problem', isSilent: true, silentSince })
      const problems = '/api/backend/services/?state=problem'
      expect((await (await admin()).get(problems)).json().count).toBe(0)
      await notice()
      expect((await (await admin()).get(problems)).json().results).toEqual([
        expect.objectContaining({ id, state: 'problem' }),
      ])
      portal.clock.advance(minuteMs)
      await beat(address)
      expect(await read(id)).toMatchObject({ state: 'ok', isSilent: false, silentSince: null })
      expect((await (await admin()).get(problems)).json().count).toBe(0)
    })

    it('are notified to the business once, and not to the customer', async () => {
      await notifyBusiness()
      const customer = await buildCustomer(runtime, { company: 'Hofgut', email: 'hof@gut.example' })
      const { id } = await buildApplication(runtime, { name: 'Zähler', customer_id: customer.id })
      await beat(await makeAddress(id))
      portal.clock.advance(2 * hourMs)
      await notice()
      await notice()
      const [mail, ...others] = await mails()
      expect([mail?.recipient, mail?.subject, others]).toEqual([
        'chef@musterwerk.example',
        'Anwendung meldet sich nicht: Zähler',
        [],
      ])
      expect(mail?.text).toContain('Zähler (Hofgut): zuletzt am 10. März 2026 um 10:00 Uhr, erwartet jede Stunde')
      expect(mail?.text).toContain(`http://portal.example.org/admin-portal/service/${id}`)
    })

    it('at the same time are notified in one mail per customer', async () => {
      await notifyBusiness()
      const { id: customer_id } = await buildCustomer(runtime)
      for (const name of ['Zähler', 'Speicher']) {
        await beat(await makeAddress((await buildApplication(runtime, { customer_id, name })).id))
      }
      const { address } = await listen()
      await beat(address)
      portal.clock.advance(hourMs)
      await notice()
      const subjects = (await mails()).map(mail => mail.subject).toSorted()
      expect(subjects).toEqual([
        '2 Anwendungen melden sich nicht',
        expect.stringMatching(/^Anwendung meldet sich nicht/),
      ])
    })

    it('are no silence if an application never reported', async () => {
      await notifyBusiness()
      const { id } = await buildApplication(runtime)
      portal.clock.advance(1_000 * hourMs)
      await notice()
      expect(await read(id)).toMatchObject({ state: 'unknown', isSilent: false, lastAlive: null })
      expect(await mails()).toEqual([])
    })

    it('depend on the period: another one begins or ends a silence', async () => {
      const { id, address } = await listen()
      await beat(address)
      portal.clock.advance(30 * minuteMs)
      const change = async (periodMinutes: number) => (await (await admin()).patch(path(id), { periodMinutes })).json()
      expect(await change(30)).toMatchObject({ state: 'problem', isSilent: true })
      expect(await change(31)).toMatchObject({ state: 'ok', isSilent: false })
      for (const wrong of [0, 1.5, 43_201, null]) {
        const answer = await (await admin()).patch(path(id), { periodMinutes: wrong })
        expect(answer.json().errors).toEqual([expect.objectContaining({ code: 'period.invalid' })])
      }
    })

    it('are not processed by two jobs at the same time', async () => {
      await notifyBusiness()
      const { address } = await listen()
      await beat(address)
      portal.clock.advance(hourMs)
      await Promise.all([notice(), notice()])
      expect(await mails()).toHaveLength(1)
    })
  })
})
