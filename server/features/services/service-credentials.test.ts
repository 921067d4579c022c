import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import { newKeys } from '#server/keys.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildCredential, buildDevice } from '#server/testing/build-services.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const secret = 'Zimtstern-Feder-3'

describe.each(engines)('the vault on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  let serviceId: string
  const logged: string[] = []

  beforeAll(async () => {
    portal = await openTestApp(engine, { onLog: line => logged.push(line) })
    admin = await portal.client('admin')
    kim = await portal.client('customer')
    serviceId = (await buildDevice(portal.runtime, { customer_id: kim.user.customerId ?? '' })).id
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    // Both have just entered their passwords.
    admin = await portal.loginAs(admin.user)
    kim = await portal.loginAs(kim.user)
  })

  const url = (id: string, action = '') => `/api/backend/credentials/${id}/${action}`
  async function keep(body: object = {}): Promise<string> {
    const answer = await admin.post('/api/backend/credentials/', {
      serviceId,
      label: 'Verwaltung',
      username: 'admin',
      password: secret,
      ...body,
    })
    expect(answer.statusCode).toBe(201)
    return answer.json().id
  }
  const reveal = (client: LoggedInClient, id: string) => client.post(url(id, 'reveal/'))
  const linesOf = async (id: string) =>
    portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_user_id'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()

  test('returns a password only to a reveal, only to permitted actors and nowhere else', async () => {
    const id = await keep()
    for (const client of [admin, kim]) {
      const answers = [
        await client.get(url(id)),
        await client.get('/api/backend/credentials/'),
        await client.get(`/api/backend/device-services/${serviceId}/`),
        await client.get('/api/backend/services/'),
      ]
      for (const answer of answers) expect(answer.body).not.toContain(secret)
      expect(answers[0]?.json()).toMatchObject({ hasPassword: true, isReadable: true, isShared: true })
      const shown = await reveal(client, id)
      expect(shown.json()).toEqual({ password: secret })
      expect(shown.headers['cache-control']).toBe('no-store')
    }
    expect((await linesOf(id)).slice(1)).toEqual([
      { action: 'service_credential.revealed', actor_user_id: admin.user.id },
      { action: 'service_credential.revealed', actor_user_id: kim.user.id },
    ])
    expect(logged.join('')).not.toContain(secret)
  })

  test('stores it sealed, also where answers are stored for repeated requests', async () => {
    const id = await keep()
    const headers = { 'idempotency-key': 'twice' }
    for (let time = 0; time < 2; time += 1) {
      expect((await kim.post(url(id, 'reveal/'), undefined, { headers })).json()).toEqual({ password: secret })
    }
    const tables = ['service_credential', 'idempotency_key', 'audit_entry'] as const
    for (const table of tables) {
      expect(JSON.stringify(await portal.runtime.db.selectFrom(table).selectAll().execute())).not.toContain(secret)
    }
  })

  test('asks for the own password when it was not entered for ten minutes', async () => {
    const id = await keep()
    const alex = await portal.loginAs(await buildUser(portal.runtime, { customerId: kim.user.customerId }))
    portal.clock.advance(10 * minuteMs)
    const refused = await reveal(alex, id)
    expect(refused.json()).toMatchObject({ status: 403, code: 'session.reauthentication_required' })
    const wrong = await alex.post('/api/auth/reauthentication/', { password: 'geraten' })
    expect(wrong.json()).toMatchObject({ status: 422, errors: [{ field: 'password', code: 'password.wrong' }] })
    expect((await reveal(alex, id)).statusCode).toBe(403)
    expect((await alex.post('/api/auth/reauthentication/', { password: testPassword })).statusCode).toBe(204)
    expect((await reveal(alex, id)).json()).toEqual({ password: secret })
  })

  test('gives the session a new token after reauthentication; the old one reads briefly and reveals nothing', async () => {
    const id = await keep()
    const alex = await portal.loginAs(await buildUser(portal.runtime, { customerId: kim.user.customerId }))
    await alex.get('/api/auth/session/')
    const copy = portal.visitor()
    for (const [name, value] of alex.cookies) copy.cookies.set(name, value)
    await alex.post('/api/auth/reauthentication/', { password: testPassword })
    expect(alex.cookies.get('sid')).not.toBe(copy.cookies.get('sid'))
    expect((await copy.post(url(id, 'reveal/'))).statusCode).toBe(401)
    expect((await copy.get(url(id))).statusCode).toBe(200)
    portal.clock.advance(10_000)
    expect((await copy.get(url(id))).statusCode).toBe(401)
    expect((await reveal(alex, id)).json()).toEqual({ password: secret })
  })

  test('hides staff-only credentials from the customer', async () => {
    const own = await buildDevice(portal.runtime, { customer_id: kim.user.customerId ?? '' })
    const shared = await keep({ serviceId: own.id })
    const hidden = await keep({ serviceId: own.id, isShared: false, label: 'Nur für uns' })
    for (const path of [url(hidden), url(hidden, 'reveals/')]) expect((await kim.get(path)).statusCode).toBe(404)
    expect((await reveal(kim, hidden)).statusCode).toBe(404)
    const list = (await kim.get(`/api/backend/credentials/?service=${own.id}`)).json()
    expect(list).toMatchObject({ count: 1, results: [{ id: shared }] })
    const device = await kim.get(`/api/backend/device-services/${own.id}/`)
    expect(device.json().credentials).toMatchObject([{ id: shared }])
    expect(device.body).not.toContain('Nur für uns')
    expect((await admin.get(`/api/backend/device-services/${own.id}/`)).json().credentials).toHaveLength(2)
    expect((await admin.patch(url(hidden), { isShared: true })).statusCode).toBe(200)
    expect((await reveal(kim, hidden)).statusCode).toBe(200)
  })

  test('shows the customer all reveals with their time', async () => {
    const id = await keep()
    await reveal(admin, id)
    portal.clock.advance(minuteMs)
    await reveal(kim, id)
    const looks = (await kim.get(url(id, 'reveals/'))).json()
    expect(looks).toMatchObject({ count: 2, results: [{ isOwn: true }, { isOwn: false }] })
    expect(looks.results[0].at).toBe(portal.clock.now().toISOString())
  })

  test('is filled by admins: a password is set, replaced and removed', async () => {
    const { id } = await buildCredential(portal.runtime, { service_id: serviceId })
    expect((await reveal(kim, id)).json()).toMatchObject({ status: 409, code: 'secret.none' })
    expect((await kim.put(url(id, 'password/'), { password: secret })).statusCode).toBe(403)
    const set = await admin.put(url(id, 'password/'), { password: ` ${secret} ` })
    expect(set.json()).toMatchObject({ hasPassword: true, permissions: expect.arrayContaining(['reveal']) })
    expect((await reveal(kim, id)).json()).toEqual({ password: ` ${secret} ` })
    const stale = await admin.put(url(id, 'password/'), { password: 'x' }, { headers: { 'if-match': '"1"' } })
    expect(stale.statusCode).toBe(412)
    expect((await admin.delete(url(id, 'password/'))).statusCode).toBe(204)
    expect((await admin.get(url(id))).json()).toMatchObject({ hasPassword: false })
    expect((await linesOf(id)).map(({ action }) => action)).toEqual([
      'service_credential.password_set',
      'service_credential.revealed',
      'service_credential.password_removed',
    ])
  })

  test('is closed to an impersonating admin', async () => {
    const id = await keep()
    const looking = await portal.client('admin')
    await looking.post('/api/auth/as-user/', { customerId: kim.user.customerId })
    expect((await reveal(looking, id)).json()).toMatchObject({ status: 409, code: 'as_user.read_only' })
    expect((await looking.get(url(id))).json().permissions).toEqual([])
  })

  test('reports an unreadable password when its key is lost, and everything else works', async () => {
    const { id } = await buildCredential(portal.runtime, { service_id: serviceId })
    const sealed = sealSecret(newKeys(), { table: 'service_credential', id, column: 'sealed_password' }, secret)
    await portal.runtime.db
      .updateTable('service_credential')
      .set({ sealed_password: sealed })
      .where('id', '=', id)
      .execute()
    expect((await reveal(kim, id)).json()).toMatchObject({ status: 409, code: 'secret.unreadable' })
    expect((await kim.get(url(id))).json()).toMatchObject({ hasPassword: true, isReadable: false })
    expect(await linesOf(id)).toEqual([])
  })

  test('shows a user twenty passwords an hour', async () => {
    const id = await keep()
    const alex = await portal.loginAs(await buildUser(portal.runtime, { customerId: kim.user.customerId }))
    for (let time = 0; time < 20; time += 1) expect((await reveal(alex, id)).statusCode).toBe(200)
    expect((await reveal(alex, id)).statusCode).toBe(429)
    portal.clock.advance(hourMs)
    await alex.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await reveal(alex, id)).statusCode).toBe(200)
  })
})
