import { hash } from '@node-rs/argon2'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sessionsMax } from '#server/auth/session-count.ts'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { endAccess } from './access-end.commands.ts'
import { loginsPerDay } from './session-start.commands.ts'

const loginFailed = {
  status: 401,
  code: 'session.login_failed',
  title: 'Login Fehlgeschlagen! Bitte überprüfen Sie ihre Eingaben.',
}

describe.each(engines)('login on %s', engine => {
  let portal: TestApp
  const log: string[] = []
  beforeAll(async () => {
    portal = await openTestApp(engine, { onLog: line => log.push(line) })
  })
  afterAll(() => portal.close())
  afterEach(() => portal.runtime.db.deleteFrom('throttle').execute())

  const logIn = (browser: TestClient, username: string, password = testPassword, remoteAddress = '127.0.0.1') =>
    browser.post('/api/auth/login/', { username, password }, { remoteAddress })

  const whoIs = async (browser: TestClient) => (await browser.get('/api/auth/session/')).json().user?.id ?? null

  test('the right password opens a session, in any case of the name', async () => {
    const user = await buildUser(portal.runtime, { username: 'Änne', firstName: 'Änne', lastName: 'Groß' })
    const browser = portal.visitor()
    const answer = await logIn(browser, ' änne ')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      user: {
        id: user.id,
        username: 'Änne',
        firstName: 'Änne',
        lastName: 'Groß',
        role: 'customer',
        customerId: user.customerId,
        lacksSecondFactor: false,
      },
      impersonation: null,
      idleUntil: new Date(portal.clock.now().getTime() + 12 * hourMs).toISOString(),
      prices: { first: 'gross', vatRate: 19 },
      secondFactor: null,
    })
    expect(await whoIs(browser)).toBe(user.id)
  })

  test('the token is in no body, and its cookie out of reach of scripts and other sites', async () => {
    const user = await buildUser(portal.runtime)
    const answer = await logIn(portal.visitor(), user.username)
    const cookie = answer.cookies.find(({ name }) => name === 'sid')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.domain).toBeUndefined()
    expect(answer.body).not.toContain(cookie?.value)
    const stored = JSON.stringify(await portal.runtime.db.selectFrom('session').selectAll().execute())
    expect(stored).not.toContain(cookie?.value)
  })

  test('an unknown name, a wrong password and a disabled account are answered the same', async () => {
    const user = await buildUser(portal.runtime)
    const disabled = await buildUser(portal.runtime, { isActive: false })
    const invited = await buildUser(portal.runtime, { password: null })
    const attempts = [
      await logIn(portal.visitor(), 'niemand'),
      await logIn(portal.visitor(), user.username, 'falsches-Passwort'),
      await logIn(portal.visitor(), disabled.username),
      await logIn(portal.visitor(), invited.username),
    ]
    for (const answer of attempts) {
      expect(answer.json()).toMatchObject(loginFailed)
      const { requestId, ...problem } = answer.json()
      expect(problem).toEqual({ ...loginFailed, type: '/api/docs/errors/#session.login_failed' })
      expect(requestId).not.toBe('')
      expect(answer.cookies).toEqual([])
    }
  })

  test.each([
    [{}, ['username.required', 'password.required']],
    [{ username: '', password: '' }, ['username.required', 'password.required']],
    [{ username: 'ab', password: '12345' }, ['username.too_short', 'password.too_short']],
    [{ username: 7, password: [] }, ['username.required', 'password.required']],
  ])('%j is refused before any look-up, with the specified sentences', async (body, codes) => {
    const answer = await portal.visitor().post('/api/auth/login/', body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.map((error: { code: string }) => error.code)).toEqual(codes)
  })

  test("a new login gives a new token and ends the browser's previous session", async () => {
    const [kim, alex] = [await buildUser(portal.runtime), await buildUser(portal.runtime)]
    const browser = portal.visitor()
    await logIn(browser, kim.username)
    const before = new Map(browser.cookies)
    await logIn(browser, alex.username)
    expect(browser.cookies.get('sid')).not.toBe(before.get('sid'))
    expect(browser.cookies.get('csrftoken')).not.toBe(before.get('csrftoken'))
    const old = portal.visitor()
    for (const [name, value] of before) old.cookies.set(name, value)
    expect(await whoIs(old)).toBeNull()
  })

  test('of many sessions of a user the newest fifty stay', async () => {
    const user = await buildUser(portal.runtime)
    const first = portal.visitor()
    await logIn(first, user.username)
    const second = portal.visitor()
    await logIn(second, user.username)
    for (let at = 2; at < sessionsMax; at += 1) await logIn(portal.visitor(), user.username)
    const stranger = await portal.client('customer')
    expect(await whoIs(first)).toBe(user.id)
    const newest = portal.visitor()
    await logIn(newest, user.username)
    expect(await whoIs(first)).toBeNull()
    for (const browser of [second, newest]) expect(await whoIs(browser)).toBe(user.id)
    expect(await whoIs(stranger)).toBe(stranger.user.id)
  })

  test('right passwords are limited per day, reset after all access was revoked', async () => {
    const { runtime } = portal
    const user = await buildUser(runtime)
    await logIn(portal.visitor(), user.username)
    await runtime.db
      .updateTable('throttle')
      .set({ failures: loginsPerDay - 1 })
      .where('key', 'like', `logins:${user.id}:%`)
      .execute()
    expect((await logIn(portal.visitor(), user.username)).statusCode).toBe(200)
    const refused = await logIn(portal.visitor(), user.username)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'throttled'])
    await inTransaction(runtime, trx => endAccess(trx, runtime, user.id))
    expect((await logIn(portal.visitor(), user.username)).statusCode).toBe(200)
  })

  test('a token chosen by somebody else is not accepted', async () => {
    const user = await buildUser(portal.runtime)
    const browser = portal.visitor()
    browser.cookies.set('sid', 'chosen-by-somebody-else')
    await logIn(browser, user.username)
    expect(browser.cookies.get('sid')).not.toBe('chosen-by-somebody-else')
  })

  test('logging out ends the session permanently, also for a copy of the cookie', async () => {
    const browser = await portal.client('customer')
    const copy = portal.visitor()
    copy.cookies.set('sid', browser.cookies.get('sid') ?? '')
    expect((await browser.post('/api/auth/logout/')).statusCode).toBe(204)
    expect(browser.cookies.has('sid')).toBe(false)
    expect(await whoIs(copy)).toBeNull()
    expect((await browser.post('/api/auth/logout/')).statusCode).toBe(204)
  })

  test.each([
    ['customer', 12 * hourMs, 14 * dayMs],
    ['admin', 30 * minuteMs, 12 * hourMs],
  ] as const)('the session of a %s ends when it is unused, and in any case', async (role, idleMs, absoluteMs) => {
    const unused = await portal.client(role)
    const used = await portal.client(role)
    portal.clock.advance(idleMs - 1)
    expect(await whoIs(used)).toBe(used.user.id)
    portal.clock.advance(1)
    expect(await whoIs(unused)).toBeNull()
    for (let passed = idleMs; passed + idleMs / 2 < absoluteMs; passed += idleMs / 2) {
      expect(await whoIs(used)).toBe(used.user.id)
      portal.clock.advance(idleMs / 2)
    }
    portal.clock.advance(idleMs / 2)
    expect(await whoIs(used)).toBeNull()
  })

  test('the last use is written at most once a minute', async () => {
    const browser = await portal.client('customer')
    const lastSeen = async () =>
      (
        await portal.runtime.db
          .selectFrom('session')
          .select('last_seen_at')
          .where('user_id', '=', browser.user.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at
    const before = await lastSeen()
    portal.clock.advance(59_000)
    await browser.get('/api/auth/session/')
    expect(await lastSeen()).toBe(before)
    portal.clock.advance(1_000)
    await browser.get('/api/auth/session/')
    expect(await lastSeen()).toBe(portal.clock.now().toISOString())
  })

  test('a hash made with weaker parameters is replaced at the next login', async () => {
    const user = await buildUser(portal.runtime)
    const storedHash = async () =>
      (
        await portal.runtime.db
          .selectFrom('user_account')
          .select('password_hash')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()
      ).password_hash
    await portal.runtime.db
      .updateTable('user_account')
      .set({ password_hash: await hash(testPassword, { memoryCost: 9, timeCost: 1, parallelism: 1 }) })
      .where('id', '=', user.id)
      .execute()
    expect((await logIn(portal.visitor(), user.username)).statusCode).toBe(200)
    expect(await storedHash()).toContain('m=8,t=1')
    expect((await logIn(portal.visitor(), user.username)).statusCode).toBe(200)
  })
})

test('a password does not expire', async () => {
  const portal = await openTestApp('sqlite')
  const user = await buildUser(portal.runtime)
  portal.clock.advance(10 * 365 * dayMs)
  const answer = await portal.visitor().post('/api/auth/login/', { username: user.username, password: testPassword })
  expect(answer.statusCode).toBe(200)
  await portal.close()
})

test('over https the cookies are bound to this host and to https', async () => {
  const portal = await openTestApp('sqlite', { env: { PUBLIC_URL: 'https://portal.example.org' } })
  const user = await buildUser(portal.runtime)
  const browser = portal.visitor()
  const answer = await browser.post('/api/auth/login/', { username: user.username, password: testPassword })
  expect(answer.cookies).toMatchObject([
    { name: '__Host-sid', secure: true, httpOnly: true, path: '/' },
    { name: 'csrftoken', secure: true },
    { name: '__Host-device', secure: true, httpOnly: true, path: '/' },
  ])
  expect((await browser.get('/api/auth/session/')).json().user.id).toBe(user.id)
  await portal.close()
})

test('a proxy is trusted only when it is configured', async () => {
  const portal = await openTestApp('sqlite', { env: { TRUSTED_PROXIES: '10.0.0.0/8' } })
  const user = await buildUser(portal.runtime)
  const headers = { 'x-forwarded-for': '198.51.100.4', 'x-forwarded-proto': 'https' }
  const logInThrough = (remoteAddress: string) =>
    portal
      .visitor()
      .post(
        '/api/auth/login/',
        { username: user.username, password: testPassword },
        { remoteAddress, headers: { ...headers } },
      )
  // The visitor's CSRF cookie was set without the proxy; both kinds of cookies have the same name.
  const trusted = await logInThrough('10.1.2.3')
  expect(trusted.cookies.map(({ name }) => name)).toContain('__Host-sid')
  const stranger = await logInThrough('203.0.113.7')
  expect(stranger.cookies.map(({ name }) => name)).toContain('sid')
  const addresses = await portal.runtime.db.selectFrom('session').select('address').orderBy('created_at').execute()
  expect(addresses.map(({ address }) => address).sort()).toEqual(['198.51.100.4', '203.0.113.7'])
  await portal.close()
})
