import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'
import { createPasswordResetLink } from './password.commands.ts'

const path = '/api/auth/second-factor/'
const wrongCode = { status: 422, errors: [{ field: 'code', code: 'code.wrong' }] }
const wrongRecoveryCode = { status: 422, errors: [{ field: 'recoveryCode', code: 'recovery_code.wrong' }] }

describe.each(engines)('login with a second factor on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())
  afterEach(() => portal.runtime.db.deleteFrom('throttle').execute())

  async function protectedUser(role: 'customer' | 'admin' = 'customer') {
    const client = await portal.client(role)
    return { client, user: client.user, app: await setUpTotp(portal, client) }
  }
  /** A browser with a correct password. */
  async function waiting(username: string): Promise<TestClient> {
    const browser = portal.visitor()
    const answer = await browser.post('/api/auth/login/', { username, password: testPassword })
    expect(answer.json().secondFactor).not.toBeNull()
    return browser
  }
  const whoIs = async (browser: TestClient) => (await browser.get('/api/auth/session/')).json().user?.id ?? null
  const sessionsOf = (userId: string) =>
    portal.runtime.db.selectFrom('session').select('id').where('user_id', '=', userId).execute()

  test('wrong codes within a session do not use up the tries of the login, nor vice versa', async () => {
    const { client, user, app } = await protectedUser()
    const again = (code: string) => client.post('/api/auth/reauthentication/', { code })
    for (let at = 0; at < 5; at += 1) expect((await again('000000')).json()).toMatchObject(wrongCode)
    expect((await again(app.code())).statusCode).toBe(429)
    const browser = await waiting(user.username)
    for (let at = 0; at < 5; at += 1) {
      expect((await browser.post(path, { code: '000000' })).json()).toMatchObject(wrongCode)
    }
    expect((await browser.post(path, { code: app.code() })).statusCode).toBe(429)
    await portal.runtime.db.deleteFrom('throttle').where('key', 'like', '%:session:%').execute()
    expect((await again(app.code())).statusCode).toBe(204)
  })

  test('the right password opens no session and reveals nothing of the user', async () => {
    const { user } = await protectedUser()
    const before = await sessionsOf(user.id)
    const browser = portal.visitor()
    const answer = await browser.post('/api/auth/login/', { username: user.username, password: testPassword })
    expect(answer.json()).toEqual({
      user: null,
      impersonation: null,
      idleUntil: null,
      prices: null,
      secondFactor: {
        methods: ['totp', 'recovery_code'],
        expiresAt: new Date(portal.clock.now().getTime() + 5 * minuteMs).toISOString(),
      },
    })
    expect([...browser.cookies.keys()].sort()).toEqual(['csrftoken', 'login'])
    expect(answer.cookies.find(({ name }) => name === 'login')).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(answer.body).not.toContain(browser.cookies.get('login'))
    expect(await whoIs(browser)).toBeNull()
    expect(await sessionsOf(user.id)).toEqual(before)
    const stored = JSON.stringify(await portal.runtime.db.selectFrom('pending_login').selectAll().execute())
    expect(stored).not.toContain(browser.cookies.get('login'))
  })

  test('a wrong password is the same failure as without a second factor', async () => {
    const { user } = await protectedUser()
    const browser = portal.visitor()
    const answer = await browser.post('/api/auth/login/', { username: user.username, password: 'falsches-Passwort' })
    expect(answer.json()).toMatchObject({ status: 401, code: 'session.login_failed' })
    expect(browser.cookies.has('login')).toBe(false)
  })

  test('a code of the app completes the login, and the audit log has the method', async () => {
    const { user, app } = await protectedUser()
    const browser = await waiting(user.username)
    const answer = await browser.post(path, { code: `${app.code().slice(0, 3)} ${app.code().slice(3)}` })
    expect(answer.json()).toMatchObject({ user: { id: user.id } })
    expect(await whoIs(browser)).toBe(user.id)
    expect(browser.cookies.has('login')).toBe(false)
    const entry = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details', 'actor_user_id'])
      .where('subject_id', '=', user.id)
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({ action: 'session.started', details: 'totp', actor_user_id: user.id })
  })

  test('a code works once, also for a concurrent login', async () => {
    const { user, app } = await protectedUser()
    const [first, second] = [await waiting(user.username), await waiting(user.username)]
    const code = app.code()
    expect((await first.post(path, { code })).statusCode).toBe(200)
    expect((await second.post(path, { code })).json()).toMatchObject(wrongCode)
    expect(await whoIs(second)).toBeNull()
  })

  test('an older code is refused after a newer one, although it has not expired', async () => {
    const { user, app } = await protectedUser()
    const [older, newer] = [app.code(), app.code(1)]
    expect((await (await waiting(user.username)).post(path, { code: newer })).statusCode).toBe(200)
    expect((await (await waiting(user.username)).post(path, { code: older })).json()).toMatchObject(wrongCode)
  })

  test('of simultaneous uses of a code one succeeds', async () => {
    const { user, app } = await protectedUser()
    const browsers = [await waiting(user.username), await waiting(user.username), await waiting(user.username)]
    const code = app.code()
    const answers = await Promise.all(browsers.map(browser => browser.post(path, { code })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
  })

  test('a recovery code works once, in any spelling, also of several at once', async () => {
    const { user, app } = await protectedUser()
    const [code = ''] = app.recoveryCodes
    const browsers = [await waiting(user.username), await waiting(user.username), await waiting(user.username)]
    const typed = [code, code.toLowerCase(), code.replaceAll('-', ' ')]
    const answers = await Promise.all(
      browsers.map((browser, index) => browser.post(path, { recoveryCode: typed[index] })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
    const mails = await portal.runtime.db
      .selectFrom('outbox_mail')
      .select('text')
      .where('recipient', '=', `${user.username}@example.org`)
      .where('kind', '=', 'recovery_code_used')
      .execute()
    expect(mails).toEqual([{ text: expect.stringContaining('Übrig sind noch 9.') }])
    const actions = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', user.id)
      .execute()
    expect(actions.filter(({ action }) => action === 'user.recovery_code_used')).toHaveLength(1)
  })

  test('codes of another user are wrong', async () => {
    const [kim, alex] = [await protectedUser(), await protectedUser()]
    const browser = await waiting(kim.user.username)
    expect((await browser.post(path, { code: alex.app.code() })).json()).toMatchObject(wrongCode)
    const answer = await browser.post(path, { recoveryCode: alex.app.recoveryCodes[0] })
    expect(answer.json()).toMatchObject(wrongRecoveryCode)
    expect((await browser.post(path, { code: kim.app.code() })).statusCode).toBe(200)
  })

  test('a login waits five minutes', async () => {
    const { user, app } = await protectedUser()
    const browser = await waiting(user.username)
    portal.clock.advance(5 * minuteMs)
    const answer = await browser.post(path, { code: app.code() })
    expect(answer.json()).toMatchObject({ status: 409, code: 'second_factor.login_over' })
  })

  test('a login can be completed only in the browser it began in', async () => {
    const { user, app } = await protectedUser()
    await waiting(user.username)
    const answer = await portal.visitor().post(path, { code: app.code() })
    expect(answer.json().code).toBe('second_factor.login_over')
  })

  test('the token of a pending login is no session, and a used one no longer works', async () => {
    const { user, app } = await protectedUser()
    const browser = await waiting(user.username)
    const token = browser.cookies.get('login') ?? ''
    const thief = portal.visitor()
    thief.cookies.set('sid', token)
    expect(await whoIs(thief)).toBeNull()
    expect((await thief.get('/api/auth/sessions/')).json().code).toBe('session.required')
    expect((await browser.post(path, { code: app.code() })).statusCode).toBe(200)
    const late = portal.visitor()
    late.cookies.set('login', token)
    expect((await late.post(path, { code: app.code(1) })).json().code).toBe('second_factor.login_over')
  })

  test('codes are counted like passwords: after five wrong ones everybody waits, in every browser', async () => {
    const { user, app } = await protectedUser()
    const browser = await waiting(user.username)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await browser.post(path, { code: '000000' })).statusCode).toBe(422)
    const throttled = await (await waiting(user.username)).post(path, { code: app.code() })
    expect(throttled.json()).toMatchObject({ status: 429, code: 'throttled' })
    expect(throttled.headers['retry-after']).toBe('2')
    portal.clock.advance(2_000)
    expect((await browser.post(path, { code: app.code() })).statusCode).toBe(200)
  })

  test('a stranger who knows the password cannot lock out a known browser', async () => {
    const { user, app } = await protectedUser()
    const own = await waiting(user.username)
    await own.post(path, { code: app.code() })
    portal.clock.advance(minuteMs)
    const stranger = await waiting(user.username)
    for (let tries = 0; tries < 8; tries += 1) await stranger.post(path, { code: '000000' })
    await own.post('/api/auth/logout/')
    await own.post('/api/auth/login/', { username: user.username, password: testPassword })
    expect((await own.post(path, { code: app.code() })).statusCode).toBe(200)
  })

  test('a reset link gives no further guesses, and no browser a count of its own', async () => {
    const { user, app } = await protectedUser()
    const guessing = await waiting(user.username)
    for (let tries = 0; tries < 5; tries += 1) await guessing.post(path, { code: '000000' })
    const { token } = await inTransaction(portal.runtime, trx => createPasswordResetLink(trx, portal.runtime, user.id))
    const reader = portal.visitor()
    const password = 'Zimtstern-Feder-3'
    expect((await reader.post('/api/auth/password-set/', { token, password })).statusCode).toBe(204)
    expect((await reader.post('/api/auth/login/', { username: user.username, password })).statusCode).toBe(200)
    expect((await reader.post(path, { code: '000000' })).statusCode).toBe(429)
    portal.clock.advance(minuteMs)
    expect((await reader.post(path, { code: app.code() })).statusCode).toBe(200)
    expect(await whoIs(reader)).toBe(user.id)
  })

  test('a new password ends pending logins, and the second factor stays', async () => {
    const { client, user, app } = await protectedUser()
    const browser = await waiting(user.username)
    const newPassword = 'Kupfer-Wolke-Treppe-9'
    await client.post('/api/auth/password/', { currentPassword: testPassword, newPassword })
    expect((await browser.post(path, { code: app.code() })).json().code).toBe('second_factor.login_over')
    const again = await portal.visitor().post('/api/auth/login/', { username: user.username, password: newPassword })
    expect(again.json().secondFactor).not.toBeNull()
  })

  test('an account disabled meanwhile cannot log in', async () => {
    const { user, app } = await protectedUser()
    const browser = await waiting(user.username)
    await portal.runtime.db.updateTable('user_account').set({ is_active: 0 }).where('id', '=', user.id).execute()
    expect((await browser.post(path, { code: app.code() })).statusCode).toBe(401)
  })

  test('with all recovery codes used only the app is offered', async () => {
    const { user } = await protectedUser()
    await portal.runtime.db
      .updateTable('recovery_code')
      .set({ used_at: portal.clock.now().toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    const answer = await portal.visitor().post('/api/auth/login/', { username: user.username, password: testPassword })
    expect(answer.json().secondFactor.methods).toEqual(['totp'])
  })

  test('exactly one of the two must be sent', async () => {
    const { user, app } = await protectedUser()
    const browser = await waiting(user.username)
    for (const body of [{}, { code: app.code(), recoveryCode: app.recoveryCodes[0] }]) {
      expect((await browser.post(path, body)).json().errors).toMatchObject([{ field: 'code', code: 'code.required' }])
    }
    const short = await browser.post(path, { code: '12345' })
    expect(short.json().errors).toMatchObject([{ field: 'code', code: 'code.invalid' }])
  })

  test('a user without one logs in as before', async () => {
    const user = await buildUser(portal.runtime)
    const browser = portal.visitor()
    await browser.post('/api/auth/login/', { username: user.username, password: testPassword })
    expect(await whoIs(browser)).toBe(user.id)
  })
})
