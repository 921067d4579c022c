import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { newKeys } from '#server/keys.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

const path = '/api/auth/second-factor/'
const nothing = { totp: null, passkeys: [], recoveryCodesLeft: 0 }

describe.each(engines)('setting up a second factor on %s', engine => {
  let portal: TestApp
  const log: string[] = []
  beforeAll(async () => {
    portal = await openTestApp(engine, { onLog: line => log.push(line) })
  })
  afterAll(() => portal.close())
  afterEach(() => portal.runtime.db.deleteFrom('throttle').execute())

  const isLoggedIn = async (client: TestClient) => (await client.get('/api/auth/session/')).json().user !== null
  const mailsOf = async (username: string) =>
    portal.runtime.db
      .selectFrom('outbox_mail')
      .select(['kind', 'subject', 'text'])
      .where('recipient', '=', `${username}@example.org`)
      .orderBy('id')
      .execute()
  const auditOf = async (userId: string) =>
    portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details', 'actor_user_id'])
      .where('subject_id', '=', userId)
      .orderBy('seq')
      .execute()

  test('it has no effect before the first code was entered', async () => {
    const client = await portal.client('customer')
    expect((await client.get(path)).json()).toEqual(nothing)
    const started = (await client.post(`${path}totp/`)).json()
    expect(started.uri).toContain(`secret=${started.secret}`)
    expect((await client.get(path)).json()).toEqual(nothing)
    const login = await portal
      .visitor()
      .post('/api/auth/login/', { username: client.user.username, password: testPassword })
    expect(login.json()).toMatchObject({ user: { id: client.user.id }, secondFactor: null })
  })

  test('turned on, it shows in the own settings and to an admin, and is mailed and audited', async () => {
    const client = await portal.client('customer')
    const { recoveryCodes } = await setUpTotp(portal, client)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await client.get(path)).json()).toEqual({
      totp: { since: expect.any(String) },
      passkeys: [],
      recoveryCodesLeft: 10,
    })
    const admin = await portal.client('admin')
    expect((await admin.get(`/api/jfk-django-core/user/${client.user.id}/`)).json().secondFactor).toBe('totp')
    expect(await mailsOf(client.user.username)).toEqual([
      expect.objectContaining({ kind: 'second_factor_changed', subject: 'Zweiter Faktor eingeschaltet' }),
    ])
    expect(await auditOf(client.user.id)).toEqual([
      { action: 'user.second_factor_on', details: 'totp', actor_user_id: client.user.id },
    ])
  })

  test('other sessions end with it, and this one gets a new token', async () => {
    const client = await portal.client('customer')
    const other = await portal.loginAs(client.user)
    const before = client.cookies.get('sid')
    await setUpTotp(portal, client)
    expect(client.cookies.get('sid')).not.toBe(before)
    expect(await isLoggedIn(client)).toBe(true)
    expect(await isLoggedIn(other)).toBe(false)
  })

  test('a wrong code turns nothing on, and the right one still does', async () => {
    const client = await portal.client('customer')
    await client.post(`${path}totp/`)
    const wrong = await client.post(`${path}totp/confirmation/`, { code: '000000' })
    expect(wrong.json()).toMatchObject({ status: 422, errors: [{ field: 'code', code: 'code.wrong' }] })
    expect((await client.get(path)).json()).toEqual(nothing)
    expect((await setUpTotp(portal, client)).recoveryCodes).toHaveLength(10)
  })

  test('there is one secret at a time: a second start replaces the first, and none replaces an active one', async () => {
    const client = await portal.client('customer')
    const first = (await client.post(`${path}totp/`)).json().secret
    const { secret } = await setUpTotp(portal, client)
    expect(secret).not.toBe(first)
    expect((await client.post(`${path}totp/`)).json().code).toBe('second_factor.already_on')
    const again = await client.post(`${path}totp/confirmation/`, { code: '123456' })
    expect(again.json().code).toBe('second_factor.not_started')
  })

  test.each([`${path}totp/`, `${path}recovery-codes/`])('%s asks for the password after ten minutes', async url => {
    const client = await portal.client('customer')
    await setUpTotp(portal, client)
    portal.clock.advance(10 * minuteMs)
    expect((await client.post(url)).json()).toMatchObject({ status: 403, code: 'session.reauthentication_required' })
  })

  test('a code of the app replaces the password for reauthentication, once', async () => {
    const client = await portal.client('customer')
    const app = await setUpTotp(portal, client)
    portal.clock.advance(20 * minuteMs)
    const code = app.code()
    expect((await client.post('/api/auth/reauthentication/', { code })).statusCode).toBe(204)
    expect((await client.post(`${path}recovery-codes/`)).statusCode).toBe(200)
    const again = await client.post('/api/auth/reauthentication/', { code })
    expect(again.json().errors).toMatchObject([{ field: 'code', code: 'code.wrong' }])
    const both = await client.post('/api/auth/reauthentication/', { code: app.code(1), password: testPassword })
    expect(both.statusCode).toBe(422)
  })

  test('without one, a code is worthless', async () => {
    const client = await portal.client('customer')
    const answer = await client.post('/api/auth/reauthentication/', { code: '123456' })
    expect(answer.json().errors).toMatchObject([{ field: 'code', code: 'code.wrong' }])
  })

  test('turning it off takes the password and a code', async () => {
    const client = await portal.client('customer')
    const app = await setUpTotp(portal, client)
    const attempt = (body: unknown) => client.post(`${path}totp/removal/`, body)
    const wrongPassword = await attempt({ password: 'falsches-Passwort', code: app.code() })
    expect(wrongPassword.json().errors).toMatchObject([{ field: 'password', code: 'password.wrong' }])
    const wrongCode = await attempt({ password: testPassword, code: '000000' })
    expect(wrongCode.json().errors).toMatchObject([{ field: 'code', code: 'code.wrong' }])
    const none = await attempt({ password: testPassword })
    expect(none.json().errors).toMatchObject([{ field: 'code', code: 'code.required' }])
    expect((await attempt({ password: testPassword, code: app.code() })).statusCode).toBe(204)
    expect((await client.get(path)).json()).toEqual(nothing)
    expect((await attempt({ password: testPassword, code: app.code(1) })).json().code).toBe('second_factor.off')
    expect((await mailsOf(client.user.username)).map(({ subject }) => subject)).toEqual([
      'Zweiter Faktor eingeschaltet',
      'Zweiter Faktor ausgeschaltet',
    ])
    expect((await auditOf(client.user.id)).at(-1)).toMatchObject({ action: 'user.second_factor_off', details: 'totp' })
  })

  test('new recovery codes invalidate the earlier ones, and the owner is notified', async () => {
    const client = await portal.client('customer')
    const app = await setUpTotp(portal, client)
    const renewed = (await client.post(`${path}recovery-codes/`)).json().recoveryCodes
    expect(new Set([...app.recoveryCodes, ...renewed]).size).toBe(20)
    const removal = (recoveryCode: string) =>
      client.post(`${path}totp/removal/`, { password: testPassword, recoveryCode })
    const old = await removal(app.recoveryCodes[0] ?? '')
    expect(old.json().errors).toMatchObject([{ field: 'recoveryCode', code: 'recovery_code.wrong' }])
    expect((await removal(renewed[0])).statusCode).toBe(204)
    expect((await mailsOf(client.user.username)).map(({ subject }) => subject)).toContain(
      'Neue Wiederherstellungscodes',
    )
  })

  test('recovery codes belong to a second factor: without one there are none to renew', async () => {
    const client = await portal.client('customer')
    expect((await client.post(`${path}recovery-codes/`)).json().code).toBe('second_factor.off')
  })

  test('with lost keys codes are unreadable, and a recovery code still turns them off', async () => {
    const lost = await openTestApp(engine)
    const client = await lost.client('customer')
    const app = await setUpTotp(lost, client)
    const rows = await lost.runtime.db.selectFrom('totp').select(['id', 'sealed_seed']).execute()
    // Sealed by another keys file: its id is in the value.
    const [version, , ...rest] = (rows[0]?.sealed_seed ?? '').split('.')
    await lost.runtime.db
      .updateTable('totp')
      .set({ sealed_seed: [version, newKeys().activeId, ...rest].join('.') })
      .execute()
    const removal = (proof: object) => client.post(`${path}totp/removal/`, { password: testPassword, ...proof })
    expect((await removal({ code: app.code() })).json().code).toBe('secret.unreadable')
    const visitor = lost.visitor()
    await visitor.post('/api/auth/login/', { username: client.user.username, password: testPassword })
    expect((await visitor.post(path, { code: app.code() })).json().code).toBe('secret.unreadable')
    expect((await visitor.post(path, { recoveryCode: app.recoveryCodes[1] })).statusCode).toBe(200)
    expect((await removal({ recoveryCode: app.recoveryCodes[0] })).statusCode).toBe(204)
    await lost.close()
  })

  test('neither secret nor codes are stored, logged or returned a second time', async () => {
    const client = await portal.client('customer')
    const app = await setUpTotp(portal, client)
    const tables = await Promise.all(
      (['totp', 'recovery_code', 'user_account', 'audit_entry', 'outbox_mail', 'idempotency_key'] as const).map(table =>
        portal.runtime.db.selectFrom(table).selectAll().execute(),
      ),
    )
    const answers = await Promise.all(
      [path, '/api/auth/session/', '/api/backend/user-settings/', `/api/jfk-django-core/user/${client.user.id}/`].map(
        async url => (await client.get(url)).body,
      ),
    )
    const everything = [JSON.stringify(tables), ...answers, ...log].join('\n')
    for (const secret of [app.secret, ...app.recoveryCodes]) expect(everything).not.toContain(secret)
  })

  test('in an impersonation it is hidden and cannot be changed', async () => {
    const admin = await portal.client('admin')
    const { customerId } = await buildUser(portal.runtime)
    await admin.post('/api/auth/as-user/', { customerId })
    expect((await admin.get(path)).json().code).toBe('not_found')
    expect((await admin.post(`${path}totp/`)).json().code).toBe('as_user.read_only')
  })
})
