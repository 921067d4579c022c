import { describe, expect, it } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { admitMail } from '#server/mail/budget.ts'
import { testPassword } from '#server/testing/build.ts'
import { buildPasskey } from '#server/testing/build-passkey.ts'
import { engines } from '#server/testing/engines.ts'
import { url } from '#server/testing/own-settings.ts'
import { openRecoveryDesk } from '#server/testing/recovery-desk.ts'
import type { LoggedInClient } from '#server/testing/test-app.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

describe.each(engines)('a repaired account on %s', engine => {
  const { desk, use, setPassword, stopLinks, ask, change, logIn, factorsOf, passwordLink, resetLink } =
    openRecoveryDesk(engine)

  it('a repairing admin removes the password, and the mailed link offers to remove all factors', async () => {
    const passkey = await buildPasskey(desk.portal.runtime, desk.own.kim.user.id)
    const email = `amt-${desk.own.fresh}`
    await desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { email })
    await desk.mailboxes.deliver()
    expect((await logIn()).json().code).toBe('session.login_failed')
    expect(await factorsOf()).toEqual([passkey])
    const letter = desk.mailboxes.of(email, 'passwort-setzen')[0]
    const reading = await desk.portal.visitor().post('/api/auth/password-link/', { token: letter?.token })
    expect(reading.json().factors).toMatchObject([{ kind: 'passkey' }])
    expect((await setPassword(letter?.token, { removeFactors: true })).statusCode).toBe(204)
    expect(await factorsOf()).toEqual([])
  })

  it('another role keeps the password of an undisputed account, and removes it while a change can be stopped', async () => {
    const setRole = (role: string) => desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { role })
    await setRole('admin')
    expect((await logIn()).statusCode).toBe(200)
    await ask(desk.own.fresh, await desk.portal.loginAs(desk.own.kim.user))
    await setRole('customer')
    expect((await logIn()).json().code).toBe('session.login_failed')
    await desk.mailboxes.deliver()
    const token = desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]?.token
    expect((await setPassword(token)).statusCode).toBe(204)
  })

  it('guesses of strangers do not lock out an owner who has just set a password or stopped a change', async () => {
    const guess = async () => {
      for (const username of [desk.own.kim.user.username, desk.own.old]) {
        for (let at = 0; at < 8; at += 1) {
          await desk.portal.visitor().post('/api/auth/login/', { username, password: 'falsch-falsch' })
        }
      }
    }
    const token = await resetLink()
    await guess()
    expect((await logIn()).statusCode).toBe(429)
    const browser = desk.portal.visitor()
    const password = 'Zimtstern-Feder-3'
    expect((await browser.post('/api/auth/password-set/', { token, password })).statusCode).toBe(204)
    const enter = (from = desk.portal.visitor()) =>
      from.post('/api/auth/login/', { username: desk.own.kim.user.username, password })
    expect((await enter()).statusCode).toBe(200)
    // And the browser it was set in is known from then on.
    await guess()
    expect((await enter()).statusCode).toBe(429)
    expect((await enter(browser)).statusCode).toBe(200)

    await desk.portal.runtime.db.deleteFrom('throttle').execute()
    await browser.patch(url, { email: desk.own.fresh, currentPassword: password })
    await desk.mailboxes.deliver()
    await guess()
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    const counted = await desk.portal.runtime.db.selectFrom('throttle').select('key').execute()
    expect(counted.filter(({ key }) => /^(login|login-any|second-factor):account:/.test(key))).toEqual([])
  })

  it('a stop mails its link, however many links its address has had that day', async () => {
    await ask(desk.own.fresh)
    const mail = { kind: 'password_reset', to: desk.own.old, about: { userId: desk.own.kim.user.id } } as const
    const admit = () =>
      inTransaction(desk.portal.runtime, trx =>
        admitMail(trx, { ...desk.portal.runtime, actor: visitor, address: '' }, mail),
      )
    for (let sent = 0; (await admit()) === 'sent'; sent += 1) expect(sent).toBeLessThan(100)
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    await desk.mailboxes.deliver()
    expect((await setPassword(passwordLink())).statusCode).toBe(204)
  })

  describe('of the only admin who can log in', () => {
    const refused = { status: 409, code: 'user.last_admin' }
    const repairs: [string, (by: LoggedInClient, id: string) => Promise<{ statusCode: number; json(): unknown }>][] = [
      ['another address', (by, id) => by.patch(pathOf(id), { email: `amt-${desk.own.fresh}` })],
      ['another role', (by, id) => by.patch(pathOf(id), { role: 'customer' })],
      ['blocking', (by, id) => by.patch(pathOf(id), { isActive: false })],
      ['a reset of the second factor', (by, id) => by.delete(`${pathOf(id)}second-factor/`)],
      ['deleting', (by, id) => by.delete(pathOf(id))],
    ]
    const pathOf = (id: string) => `/api/jfk-django-core/user/${id}/`
    const allOf = async (id: string) => ({
      user: await desk.portal.runtime.db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst(),
      factors: await desk.portal.runtime.db.selectFrom('passkey').selectAll().where('user_id', '=', id).execute(),
      mails: await desk.portal.runtime.db.selectFrom('outbox_mail').select('id').execute(),
    })
    /** Two admins; the password of `second` was just removed, and a session of theirs is still in use. */
    const lastTwo = async () => {
      const [first, second] = [await desk.portal.client('admin'), await desk.portal.client('admin')]
      const { db } = desk.portal.runtime
      const both = [first.user.id, second.user.id]
      await db.updateTable('user_account').set({ is_active: 0 }).where('id', 'not in', both).execute()
      await buildPasskey(desk.portal.runtime, first.user.id)
      return { first, second }
    }

    it.each(repairs)('is refused: %s', async (_, repair) => {
      const { first, second } = await lastTwo()
      const { db } = desk.portal.runtime
      await db.updateTable('user_account').set({ password_hash: null }).where('id', '=', second.user.id).execute()
      const before = await allOf(first.user.id)
      expect((await repair(second, first.user.id)).json()).toMatchObject(refused)
      expect(await allOf(first.user.id)).toEqual(before)
      // With another admin who can log in it succeeds.
      await desk.portal.client('admin')
      expect((await repair(second, first.user.id)).statusCode).toBeLessThan(300)
    })

    it('is refused to one of two who repair each other at once', async () => {
      const { first, second } = await lastTwo()
      const change = (by: LoggedInClient, of: LoggedInClient) =>
        by.patch(pathOf(of.user.id), { email: `${of.user.id}@example.org` })
      const answers = await Promise.all([change(first, second), change(second, first)])
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      const able = desk.portal.runtime.db.selectFrom('user_account').select('id').where('role', '=', 'admin')
      expect(await able.where('is_active', '=', 1).where('password_hash', 'is not', null).execute()).toHaveLength(1)
    })
  })

  it('its mails contain only the user name: other names may be a thief’s words', async () => {
    const mark = 'gesperrt-https'
    await desk.own.patch({ firstName: mark, lastName: mark })
    await change(desk.own.fresh)
    const thief = await desk.portal.loginAs(desk.own.kim.user)
    await setUpTotp(desk.portal, thief)
    await thief.post('/api/auth/password/', { currentPassword: testPassword, newPassword: 'Dietrich-Feile-3' })
    await desk.mailboxes.deliver()
    await use(stopLinks()[0])
    await resetLink()
    await desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { email: `amt-${desk.own.old}` })
    await desk.mailboxes.deliver()
    const letters = [desk.own.old, desk.own.fresh, `amt-${desk.own.old}`].flatMap(address => desk.mailboxes.of(address))
    expect(new Set(letters.map(({ kind }) => kind)).size).toBeGreaterThan(4)
    for (const { subject, text } of letters) expect(`${subject}${text}`).not.toContain(mark)
  })
})
