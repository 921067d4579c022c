import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import { type BuiltUser, buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { tokenFromMail } from '#server/testing/token-from-mail.ts'
import { ownChangesPerDay } from './password.commands.ts'
import { passwordJobs } from './password.jobs.ts'

const newPassword = 'Zimtstern-Feder-3'

describe.each(engines)('passwords on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'http://portal.example.org' } })
  })
  afterAll(() => portal.close())
  afterEach(async () => {
    for (const table of ['throttle', 'outbox_mail', 'job'] as const) await portal.runtime.db.deleteFrom(table).execute()
  })

  const logIn = async (user: BuiltUser, password: string) =>
    (await portal.visitor().post('/api/auth/login/', { username: user.username, password })).statusCode

  const actionsOf = async (user: BuiltUser) =>
    (
      await portal.runtime.db
        .selectFrom('audit_entry')
        .select('action')
        .where('subject_id', '=', user.id)
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action)

  async function runJobs() {
    const waiting = await portal.runtime.db.selectFrom('job').selectAll().execute()
    for (const job of waiting) {
      const definition = passwordJobs.find(({ kind }) => kind === job.kind)
      await definition?.run(portal.runtime, JSON.parse(job.payload))
    }
    await portal.runtime.db.deleteFrom('job').execute()
    return waiting.length
  }

  async function requestReset(email: string): Promise<string | undefined> {
    const answer = await portal.visitor().post('/api/auth/password-reset/', { email })
    expect(answer.statusCode).toBe(204)
    await runJobs()
    return tokenFromMail(portal.runtime, 'password_reset', email)
  }

  const setPassword = (token: string | undefined, password = newPassword) =>
    portal.visitor().post('/api/auth/password-set/', { token, password })

  describe("changing one's own", () => {
    const change = (browser: Awaited<ReturnType<TestApp['client']>>, currentPassword: string, password: string) =>
      browser.post('/api/auth/password/', { currentPassword, newPassword: password })

    test('notifies the user, regardless of their notification settings', async () => {
      const here = await portal.client('customer')
      await portal.runtime.db
        .updateTable('customer')
        .set({ is_notified: 0 })
        .where('id', '=', here.user.customerId ?? '')
        .execute()
      expect((await change(here, testPassword, newPassword)).statusCode).toBe(204)
      const mails = await portal.runtime.db.selectFrom('outbox_mail').selectAll().execute()
      expect(mails).toEqual([
        expect.objectContaining({
          kind: 'password_changed',
          recipient: `${here.user.username}@example.org`,
          unsubscribe_url: '',
        }),
      ])
      expect(mails[0]?.text).toContain('http://portal.example.org/passwort-vergessen')
    })

    test('needs the current one, ends all other sessions and renews this one', async () => {
      const here = await portal.client('customer')
      const there = await portal.loginAs(here.user)
      const oldToken = here.cookies.get('sid')
      expect((await change(here, testPassword, newPassword)).statusCode).toBe(204)
      expect(here.cookies.get('sid')).not.toBe(oldToken)
      expect((await here.get('/api/auth/session/')).json().user.id).toBe(here.user.id)
      expect((await there.get('/api/auth/session/')).json().user).toBeNull()
      expect(await logIn(here.user, testPassword)).toBe(401)
      expect(await logIn(here.user, newPassword)).toBe(200)
      expect(await actionsOf(here.user)).toContain('user.password_changed')
    })

    test.each([
      ['falsch', newPassword, 'currentPassword', 'password.wrong'],
      [testPassword, testPassword, 'newPassword', 'password.unchanged'],
      [testPassword, 'Passwort123', 'newPassword', 'password.common'],
      [testPassword, '12345', 'newPassword', 'password.too_short'],
      ['', newPassword, 'currentPassword', 'password.required'],
    ])('from "%s" to "%s" is refused at %s: %s', async (current, password, field, code) => {
      const browser = await portal.client('customer')
      const answer = await change(browser, current, password)
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ field, code }] })
      expect(await logIn(browser.user, testPassword)).toBe(200)
    })

    test('an admin needs a longer one', async () => {
      const answer = await change(await portal.client('admin'), testPassword, 'Zimtstern-3')
      expect(answer.json().errors).toMatchObject([{ field: 'newPassword', code: 'password.too_short_admin' }])
    })

    test('guessing the current one from a stolen session is throttled', async () => {
      const browser = await portal.client('customer')
      for (let at = 0; at < 5; at += 1) await change(browser, 'falsch-geraten', newPassword)
      expect((await change(browser, testPassword, newPassword)).statusCode).toBe(429)
    })

    test.each([
      ['waits', 'waiting', []],
      ['was given up', 'failed', ['entfernt']],
    ] as const)('removes the link from a mail that %s', async (_, state, kept) => {
      const user = await buildUser(portal.runtime)
      const token = await requestReset(`${user.username}@example.org`)
      await portal.runtime.db.updateTable('outbox_mail').set({ state }).execute()
      expect((await setPassword(token)).statusCode).toBe(204)
      const mails = await portal.runtime.db
        .selectFrom('outbox_mail')
        .select(['text', 'html'])
        .where('kind', '=', 'password_reset')
        .execute()
      expect(mails.map(({ text }) => /#token=(\S+)/.exec(text)?.[1])).toEqual(kept)
      expect(JSON.stringify(mails)).not.toContain(token)
    })

    test('is possible a few times a day: a thief cannot keep reset links from working', async () => {
      const thief = await portal.client('customer')
      const passwords = [
        testPassword,
        ...Array.from({ length: ownChangesPerDay + 1 }, (_, at) => `Dietrich-Feile-${at}`),
      ]
      const answers = []
      let token: string | undefined
      for (const [at, password] of passwords.slice(1).entries()) {
        token = await requestReset(`${thief.user.username}@example.org`)
        portal.clock.advance(11 * minuteMs)
        answers.push(await change(thief, passwords[at] ?? '', password))
      }
      const refused = answers.pop()
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(ownChangesPerDay).fill(204))
      expect(refused?.json()).toMatchObject({ status: 429, code: 'password.changed_too_often' })
      expect((await setPassword(token)).statusCode).toBe(204)
      expect(await logIn(thief.user, newPassword)).toBe(200)
    })

    test('invalidates an earlier reset link', async () => {
      const browser = await portal.client('customer')
      const token = await requestReset(`${browser.user.username}@example.org`)
      await change(browser, testPassword, newPassword)
      expect((await setPassword(token, 'Noch-Eines-Feder-4')).json()).toMatchObject({
        status: 409,
        code: 'account.token_invalid',
      })
    })
  })

  describe('resetting a forgotten one', () => {
    test('works once, by a link in a mail, and ends all sessions', async () => {
      const browser = await portal.client('customer')
      const email = `${browser.user.username}@example.org`
      const token = await requestReset(email)
      const link = await portal.visitor().post('/api/auth/password-link/', { token })
      expect(link.json()).toEqual({
        kind: 'password_reset',
        username: browser.user.username,
        role: 'customer',
        factors: [],
        expiresAt: new Date(portal.clock.now().getTime() + 30 * minuteMs).toISOString(),
      })
      expect((await setPassword(token)).statusCode).toBe(204)
      expect((await browser.get('/api/auth/session/')).json().user).toBeNull()
      expect(await logIn(browser.user, newPassword)).toBe(200)
      expect((await setPassword(token, 'Noch-Eines-Feder-4')).json().code).toBe('account.token_invalid')
      expect((await portal.visitor().post('/api/auth/password-link/', { token })).json().code).toBe(
        'account.token_invalid',
      )
      expect(await actionsOf(browser.user)).toEqual(
        expect.arrayContaining(['user.password_reset_sent', 'user.password_set']),
      )
    })

    test('its mail is German, names the user and leads to this portal', async () => {
      const user = await buildUser(portal.runtime, {
        username: 'Jörg',
        email: 'joerg@example.org',
        firstName: 'Jörg',
        lastName: 'Größl',
      })
      await requestReset('Joerg@Example.org')
      const token = await tokenFromMail(portal.runtime, 'password_reset', 'joerg@example.org')
      const mail = await portal.runtime.db.selectFrom('outbox_mail').selectAll().executeTakeFirstOrThrow()
      expect(mail.subject).toBe('Neues Passwort wählen')
      expect(mail.text).toMatch(/^Guten Tag,\n/)
      expect(mail.text).not.toContain('Größl')
      expect(mail.text).toContain(`Benutzername: ${user.username}`)
      expect(mail.text).toContain(`http://portal.example.org/passwort-setzen#token=${token}`)
    })

    test('is answered the same for an unknown address, and does the same work until then', async () => {
      const user = await buildUser(portal.runtime)
      const known = await portal.visitor().post('/api/auth/password-reset/', { email: `${user.username}@example.org` })
      const unknown = await portal.visitor().post('/api/auth/password-reset/', { email: 'niemand@example.org' })
      expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
      expect(await portal.runtime.db.selectFrom('outbox_mail').selectAll().execute()).toEqual([])
      expect(await runJobs()).toBe(2)
      const mails = await portal.runtime.db.selectFrom('outbox_mail').select('recipient').execute()
      expect(mails).toEqual([{ recipient: `${user.username}@example.org` }])
    })

    test('a disabled user gets no link, and one disabled meanwhile cannot use it', async () => {
      const user = await buildUser(portal.runtime, { isActive: false })
      expect(await requestReset(`${user.username}@example.org`)).toBeUndefined()
      const later = await buildUser(portal.runtime)
      const token = await requestReset(`${later.username}@example.org`)
      await portal.runtime.db.updateTable('user_account').set({ is_active: 0 }).where('id', '=', later.id).execute()
      expect((await setPassword(token)).json().code).toBe('account.token_invalid')
    })

    test('a link ends after 30 minutes, and when a newer one is sent', async () => {
      const user = await buildUser(portal.runtime)
      const email = `${user.username}@example.org`
      const first = await requestReset(email)
      portal.clock.advance(10 * minuteMs)
      const second = await requestReset(email)
      expect((await setPassword(first)).statusCode).toBe(409)
      portal.clock.advance(30 * minuteMs)
      expect((await setPassword(second)).statusCode).toBe(409)
      expect(await logIn(user, testPassword)).toBe(200)
    })

    test('an unsafe password is refused and the link stays valid', async () => {
      const user = await buildUser(portal.runtime)
      const token = await requestReset(`${user.username}@example.org`)
      expect((await setPassword(token, 'passwort')).json().errors).toMatchObject([
        { field: 'password', code: 'password.common' },
      ])
      expect((await setPassword(token, user.username)).json().errors).toMatchObject([{ code: 'password.common' }])
      expect((await setPassword(token)).statusCode).toBe(204)
    })

    test('of ten simultaneous uses of a link one sets the password', async () => {
      const user = await buildUser(portal.runtime)
      const token = await requestReset(`${user.username}@example.org`)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => setPassword(token, `Zimtstern-Feder-${at}`)),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(9).fill(409)])
      const right = answers.findIndex(({ statusCode }) => statusCode === 204)
      expect(await logIn(user, `Zimtstern-Feder-${right}`)).toBe(200)
    })

    test('guessing links is throttled by network', async () => {
      const guess = () =>
        portal.visitor().post('/api/auth/password-link/', { token: 'x'.repeat(43) }, { remoteAddress: '203.0.113.9' })
      for (let at = 0; at < 30; at += 1) expect((await guess()).statusCode).toBe(409)
      expect((await guess()).statusCode).toBe(429)
    })

    test('repeated requests for one address are throttled, known or not', async () => {
      const ask = (email: string) => portal.visitor().post('/api/auth/password-reset/', { email })
      for (let at = 0; at < 5; at += 1) expect((await ask('niemand@example.org')).statusCode).toBe(204)
      expect((await ask('Niemand@example.org')).statusCode).toBe(429)
    })

    test('requests of strangers do not block the owner from a link, and make one mail in ten minutes', async () => {
      const user = await buildUser(portal.runtime)
      const email = `${user.username}@example.org`
      const ask = (remoteAddress: string) =>
        portal.visitor().post('/api/auth/password-reset/', { email }, { remoteAddress })
      for (let at = 0; at < 12; at += 1) {
        await ask('203.0.113.9')
        await ask(`198.51.100.${at}`)
      }
      expect((await ask('203.0.113.9')).statusCode).toBe(429)
      expect((await ask('192.0.2.7')).statusCode).toBe(204)
      await runJobs()
      const mails = () =>
        portal.runtime.db.selectFrom('outbox_mail').select('kind').where('recipient', '=', email).execute()
      expect(await mails()).toEqual([{ kind: 'password_reset' }])
      // The first link is as good as a new one, and stays so after further requests.
      const token = await tokenFromMail(portal.runtime, 'password_reset', email)
      portal.clock.advance(10 * minuteMs - 1)
      await ask('192.0.2.8')
      await runJobs()
      expect((await setPassword(token)).statusCode).toBe(204)
      // A used one is not.
      expect(await requestReset(email)).not.toBe(token)
    })

    test('neither the database nor its audit log hold the token', async () => {
      const user = await buildUser(portal.runtime)
      const token = (await requestReset(`${user.username}@example.org`)) ?? ''
      const tokens = await portal.runtime.db.selectFrom('one_time_token').selectAll().execute()
      const audit = await portal.runtime.db.selectFrom('audit_entry').selectAll().execute()
      expect(token).not.toBe('')
      expect(JSON.stringify([tokens, audit])).not.toContain(token)
    })
  })

  test('an invitation link is valid for 72 hours', async () => {
    const admin = await portal.client('admin')
    const user = await buildUser(portal.runtime, { password: null })
    await admin.post(`/api/jfk-django-core/user/${user.id}/invitation/`)
    const token = await tokenFromMail(portal.runtime, 'invitation', `${user.username}@example.org`)
    portal.clock.advance(72 * hourMs - 1)
    expect((await portal.visitor().post('/api/auth/password-link/', { token })).json()).toMatchObject({
      kind: 'invitation',
      username: user.username,
    })
    portal.clock.advance(1)
    expect((await setPassword(token)).statusCode).toBe(409)
  })
})
