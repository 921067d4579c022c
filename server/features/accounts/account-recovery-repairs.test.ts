import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { admitMail } from '#server/mail/budget.ts'
import { accountSteps } from '#server/testing/account-steps.ts'
import { site } from '#server/testing/attacker.ts'
import { testPassword } from '#server/testing/build.ts'
import { buildPasskey } from '#server/testing/build-passkey.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { type OwnSettings, openOwnSettings, url } from '#server/testing/own-settings.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

describe.each(engines)('a repaired account on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  let mailboxes: Mailboxes
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    mailboxes = openMailboxes(portal.runtime)
    own = await openOwnSettings(portal)
    admin = await portal.client('admin')
  })

  const { use, setPassword, stopLinks, ask, change, logIn, factorsOf, passwordLink, resetLink } = accountSteps(() => ({
    portal,
    own,
    mailboxes,
  }))

  it('a repairing admin removes the password, and the mailed link offers to remove all factors', async () => {
    const passkey = await buildPasskey(portal.runtime, own.kim.user.id)
    const email = `amt-${own.fresh}`
    await admin.patch(`/api/jfk-django-core/user/${own.kim.user.id}/`, { email })
    await mailboxes.deliver()
    expect((await logIn()).json().code).toBe('session.login_failed')
    expect(await factorsOf()).toEqual([passkey])
    const letter = mailboxes.of(email, 'passwort-setzen')[0]
    const reading = await portal.visitor().post('/api/auth/password-link/', { token: letter?.token })
    expect(reading.json().factors).toMatchObject([{ kind: 'passkey' }])
    expect((await setPassword(letter?.token, { removeFactors: true })).statusCode).toBe(204)
    expect(await factorsOf()).toEqual([])
  })

  it('another role keeps the password of an undisputed account, and removes it while a change can be stopped', async () => {
    const setRole = (role: string) => admin.patch(`/api/jfk-django-core/user/${own.kim.user.id}/`, { role })
    await setRole('admin')
    expect((await logIn()).statusCode).toBe(200)
    await ask(own.fresh, await portal.loginAs(own.kim.user))
    await setRole('customer')
    expect((await logIn()).json().code).toBe('session.login_failed')
    await mailboxes.deliver()
    const token = mailboxes.of(own.old, 'passwort-setzen')[0]?.token
    expect((await setPassword(token)).statusCode).toBe(204)
  })

  it('guesses of strangers do not lock out an owner who has just set a password or stopped a change', async () => {
    const guess = async () => {
      for (const username of [own.kim.user.username, own.old]) {
        for (let at = 0; at < 8; at += 1) {
          await portal.visitor().post('/api/auth/login/', { username, password: 'falsch-falsch' })
        }
      }
    }
    const token = await resetLink()
    await guess()
    expect((await logIn()).statusCode).toBe(429)
    const browser = portal.visitor()
    const password = 'Zimtstern-Feder-3'
    expect((await browser.post('/api/auth/password-set/', { token, password })).statusCode).toBe(204)
    const enter = (from = portal.visitor()) =>
      from.post('/api/auth/login/', { username: own.kim.user.username, password })
    expect((await enter()).statusCode).toBe(200)
    // And the browser it was set in is known from then on.
    await guess()
    expect((await enter()).statusCode).toBe(429)
    expect((await enter(browser)).statusCode).toBe(200)

    await portal.runtime.db.deleteFrom('throttle').execute()
    await browser.patch(url, { email: own.fresh, currentPassword: password })
    await mailboxes.deliver()
    await guess()
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    const counted = await portal.runtime.db.selectFrom('throttle').select('key').execute()
    expect(counted.filter(({ key }) => /^(login|login-any|second-factor):account:/.test(key))).toEqual([])
  })

  it('a stop mails its link, however many links its address has had that day', async () => {
    await ask(own.fresh)
    const mail = { kind: 'password_reset', to: own.old, about: { userId: own.kim.user.id } } as const
    const admit = () =>
      inTransaction(portal.runtime, trx => admitMail(trx, { ...portal.runtime, actor: visitor, address: '' }, mail))
    for (let sent = 0; (await admit()) === 'sent'; sent += 1) expect(sent).toBeLessThan(100)
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    await mailboxes.deliver()
    expect((await setPassword(passwordLink())).statusCode).toBe(204)
  })

  describe('of the only admin who can log in', () => {
    const refused = { status: 409, code: 'user.last_admin' }
    const repairs: [string, (by: LoggedInClient, id: string) => Promise<{ statusCode: number; json(): unknown }>][] = [
      ['another address', (by, id) => by.patch(pathOf(id), { email: `amt-${own.fresh}` })],
      ['another role', (by, id) => by.patch(pathOf(id), { role: 'customer' })],
      ['blocking', (by, id) => by.patch(pathOf(id), { isActive: false })],
      ['a reset of the second factor', (by, id) => by.delete(`${pathOf(id)}second-factor/`)],
      ['deleting', (by, id) => by.delete(pathOf(id))],
    ]
    const pathOf = (id: string) => `/api/jfk-django-core/user/${id}/`
    const allOf = async (id: string) => ({
      user: await portal.runtime.db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst(),
      factors: await portal.runtime.db.selectFrom('passkey').selectAll().where('user_id', '=', id).execute(),
      mails: await portal.runtime.db.selectFrom('outbox_mail').select('id').execute(),
    })
    /** Two admins; the password of `second` was just removed, and a session of theirs is still in use. */
    const lastTwo = async () => {
      const [first, second] = [await portal.client('admin'), await portal.client('admin')]
      const { db } = portal.runtime
      const both = [first.user.id, second.user.id]
      await db.updateTable('user_account').set({ is_active: 0 }).where('id', 'not in', both).execute()
      await buildPasskey(portal.runtime, first.user.id)
      return { first, second }
    }

    it.each(repairs)('is refused: %s', async (_, repair) => {
      const { first, second } = await lastTwo()
      const { db } = portal.runtime
      await db.updateTable('user_account').set({ password_hash: null }).where('id', '=', second.user.id).execute()
      const before = await allOf(first.user.id)
      expect((await repair(second, first.user.id)).json()).toMatchObject(refused)
      expect(await allOf(first.user.id)).toEqual(before)
      // With another admin who can log in it succeeds.
      await portal.client('admin')
      expect((await repair(second, first.user.id)).statusCode).toBeLessThan(300)
    })

    it('is refused to one of two who repair each other at once', async () => {
      const { first, second } = await lastTwo()
      const change = (by: LoggedInClient, of: LoggedInClient) =>
        by.patch(pathOf(of.user.id), { email: `${of.user.id}@example.org` })
      const answers = await Promise.all([change(first, second), change(second, first)])
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      const able = portal.runtime.db.selectFrom('user_account').select('id').where('role', '=', 'admin')
      expect(await able.where('is_active', '=', 1).where('password_hash', 'is not', null).execute()).toHaveLength(1)
    })
  })

  it('its mails contain only the user name: other names may be a thief’s words', async () => {
    const mark = 'gesperrt-https'
    await own.patch({ firstName: mark, lastName: mark })
    await change(own.fresh)
    const thief = await portal.loginAs(own.kim.user)
    await setUpTotp(portal, thief)
    await thief.post('/api/auth/password/', { currentPassword: testPassword, newPassword: 'Dietrich-Feile-3' })
    await mailboxes.deliver()
    await use(stopLinks()[0])
    await resetLink()
    await admin.patch(`/api/jfk-django-core/user/${own.kim.user.id}/`, { email: `amt-${own.old}` })
    await mailboxes.deliver()
    const letters = [own.old, own.fresh, `amt-${own.old}`].flatMap(address => mailboxes.of(address))
    expect(new Set(letters.map(({ kind }) => kind)).size).toBeGreaterThan(4)
    for (const { subject, text } of letters) expect(`${subject}${text}`).not.toContain(mark)
  })
})
