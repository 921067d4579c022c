import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendarDate, dayMs, hourMs, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import { testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type OwnSettings, openOwnSettings, url } from '#server/testing/own-settings.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { tokenFromMail } from '#server/testing/token-from-mail.ts'
import { confirmationJobs } from './confirmation.jobs.ts'

const confirmation = `${url}confirmation/`

describe.each(engines)('the own settings on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    own = await openOwnSettings(portal)
  })

  const confirm = (token: string | undefined) => portal.visitor().post(confirmation, { token })
  const actionsOf = async (id: string) =>
    (
      await portal.runtime.db
        .selectFrom('audit_entry')
        .select('action')
        .where('subject_id', '=', id)
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action)
  const expire = () => confirmationJobs[0]?.run(portal.runtime, null)

  describe('with another e-mail address', () => {
    const ask = (email = own.fresh, currentPassword: string | undefined = testPassword) =>
      own.patch({ email, currentPassword })
    const tokenTo = (recipient: string, kind = 'email_confirmation') => tokenFromMail(portal.runtime, kind, recipient)

    it('ask for the password', async () => {
      for (const [password, code] of [
        [undefined, 'password.required'],
        ['falsch', 'password.wrong'],
      ] as const) {
        const answer = await own.patch({ email: own.fresh, currentPassword: password })
        expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'currentPassword', code }] })
      }
      expect(await own.mailsTo(own.fresh)).toEqual([])
      expect((await own.patch({ email: own.old.toUpperCase(), firstName: 'K' })).statusCode).toBe(200)
    })

    it('keep the old one until the new one is confirmed, once', async () => {
      expect((await ask()).json()).toMatchObject({
        email: own.old,
        pendingEmail: {
          email: own.fresh,
          expiresAt: new Date(portal.clock.now().getTime() + 24 * hourMs).toISOString(),
        },
      })
      const token = await tokenTo(own.fresh)
      const link = await portal.visitor().post(`${url}confirmation-link/`, { token })
      expect(link.json()).toMatchObject({ kind: 'email_change', email: own.fresh })
      const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
      // The customer's address and the notifications' were the same, and stay the same.
      expect(await own.read()).toMatchObject({
        email: own.fresh,
        pendingEmail: null,
        contactEmail: own.fresh,
        notificationsEmail: own.fresh,
      })
      expect(await own.kindsTo(own.old)).toEqual(['email_changed', 'email_changed'])
      expect((await own.mailsTo(own.old)).some(({ text }) => text.includes(own.fresh))).toBe(false)
      expect(await actionsOf(own.kim.user.id)).toEqual(['user.email_change_asked', 'user.email_changed'])
    })

    it('drop a request that is withdrawn, replaced or too late', async () => {
      await ask()
      const taken = await tokenTo(own.fresh)
      expect((await own.kim.delete(`${url}email-change/`)).json().pendingEmail).toBeNull()
      portal.clock.advance(24 * hourMs)
      own.kim = await portal.loginAs(own.kim.user)
      await ask()
      const replaced = await tokenTo(own.fresh)
      await ask(`anders-${own.fresh}`)
      const late = await tokenTo(`anders-${own.fresh}`)
      portal.clock.advance(24 * hourMs)
      await expire()
      own.kim = await portal.loginAs(own.kim.user)
      for (const token of [taken, replaced, late]) {
        expect((await confirm(token)).json()).toMatchObject({ status: 409, code: 'account.token_invalid' })
      }
      expect((await own.read()).email).toBe(own.old)
      expect(JSON.stringify(await own.mailsTo(own.fresh))).not.toContain(replaced)
    })

    it('let the old address stop it, before and after, and lock out anybody who knew the password', async () => {
      for (const isConfirmed of [false, true]) {
        const thief = await portal.loginAs(own.kim.user)
        const fresh = `${isConfirmed}-${own.fresh}`
        await own.patch({ email: fresh, currentPassword: testPassword }, thief)
        const stop = await tokenTo(own.old, 'email_changed')
        if (isConfirmed) {
          await confirm(await tokenTo(fresh))
          await own.patch({ email: `zwei-${own.fresh}`, currentPassword: testPassword }, thief)
          await confirm(await tokenTo(`zwei-${own.fresh}`))
          expect((await own.read(thief)).email).toBe(`zwei-${own.fresh}`)
        } else await thief.delete(`${url}email-change/`)

        const link = await portal.visitor().post(`${url}confirmation-link/`, { token: stop })
        expect(link.json()).toMatchObject({ kind: 'email_change_stop', email: own.old })
        expect((await confirm(stop)).statusCode).toBe(204)
        expect((await confirm(stop)).statusCode).toBe(409)
        expect((await thief.get(url)).statusCode).toBe(401)
        const login = await portal
          .visitor()
          .post('/api/auth/login/', { username: own.kim.user.username, password: testPassword })
        expect(login.statusCode).toBe(401)
        const token = await tokenFromMail(portal.runtime, 'password_reset', own.old)
        await portal.visitor().post('/api/auth/password-set/', { token, password: testPassword })
        own.kim = await portal.loginAs(own.kim.user)
        expect(await own.read()).toMatchObject({ email: own.old, contactEmail: own.old, pendingEmail: null })
      }
    })

    it('are not stopped by a forged link, nor after thirty days', async () => {
      await ask()
      const stop = (await tokenTo(own.old, 'email_changed')) ?? ''
      const { id } = await portal.runtime.db
        .selectFrom('email_change')
        .select('id')
        .where('user_id', '=', own.kim.user.id)
        .executeTakeFirstOrThrow()
      expect(stop.startsWith(id)).toBe(true)
      expect((await confirm(`${stop.slice(0, -1)}${stop.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(409)
      portal.clock.advance(30 * dayMs)
      expect((await confirm(stop)).statusCode).toBe(409)
    })

    it('mail a stranger once a day, for any number of callers and requests', async () => {
      const kinds = async () => (await own.mailsTo(own.fresh)).length
      expect((await ask()).statusCode).toBe(200)
      // The pending request is kept: its link has been sent.
      expect((await ask()).statusCode).toBe(200)
      await own.kim.delete(`${url}email-change/`)
      const refused = await ask()
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'mail.too_many'])
      expect((await own.read()).pendingEmail).toBeNull()
      expect(await kinds()).toBe(0)
      portal.clock.advance(24 * hourMs)
      own.kim = await portal.loginAs(own.kim.user)
      expect((await ask()).statusCode).toBe(200)
      expect(await kinds()).toBe(1)
    })

    it('cannot be used to mail strangers', async () => {
      const statuses: number[] = []
      for (let at = 0; at < 8; at += 1) statuses.push((await ask(`fremd${at}@example.org`)).statusCode)
      expect(statuses.filter(status => status === 429).length).toBeGreaterThan(0)
    })
  })

  describe('with the newsletter', () => {
    const consents = () =>
      portal.runtime.db
        .selectFrom('newsletter_consent')
        .selectAll()
        .where('customer_id', '=', own.kim.user.customerId ?? '')
        .orderBy('id')
        .execute()
    const token = () => tokenFromMail(portal.runtime, 'newsletter_confirmation', own.old)

    it('start it only with the link, and record consent, time and origin', async () => {
      expect((await own.patch({ newsletter: true })).json()).toMatchObject({
        newsletter: false,
        newsletterPending: { email: own.old },
      })
      const link = await token()
      portal.clock.advance(5 * minuteMs)
      expect((await confirm(link)).statusCode).toBe(204)
      expect((await confirm(link)).statusCode).toBe(409)
      const now = portal.clock.now().toISOString()
      expect(await own.read()).toMatchObject({
        newsletter: true,
        newsletterEmail: own.old,
        newsletterSince: now,
        newsletterPending: null,
      })
      expect(await consents()).toMatchObject([
        {
          email: own.old,
          user_id: own.kim.user.id,
          confirmed_at: now,
          asked_from: '127.0.0.1',
          confirmed_from: '127.0.0.1',
        },
      ])
      expect((await consents())[0]?.wording).toContain('Ich möchte den Newsletter')
      const customer = (await own.kim.get(`/api/backend/customer/${own.kim.user.customerId}/`)).json()
      expect(customer.newsletter).toBe(true)
    })

    it('end it at once, and a pending link with it', async () => {
      await own.patch({ newsletter: true })
      const first = await token()
      await own.patch({ newsletter: true })
      const second = await token()
      expect(first).not.toBe(second)
      expect((await confirm(first)).statusCode).toBe(409)
      expect((await own.patch({ newsletter: false })).json()).toMatchObject({
        newsletter: false,
        newsletterPending: null,
      })
      expect((await confirm(second)).statusCode).toBe(409)
      await own.patch({ newsletter: true })
      await confirm(await token())
      expect((await own.patch({ newsletter: false })).json()).toMatchObject({ newsletter: false, newsletterEmail: '' })
      expect((await consents()).map(({ state, end_reason }) => [state, end_reason])).toEqual([
        ['ended', 'replaced'],
        ['ended', 'switched_off'],
        ['ended', 'switched_off'],
      ])
    })

    it('cannot be used to mail somebody repeatedly', async () => {
      for (let asked = 0; asked < 5; asked += 1) expect((await own.patch({ newsletter: true })).statusCode).toBe(200)
      const before = await own.kindsTo(own.old)
      const answer = await own.patch({ newsletter: true })
      const tomorrow = calendarDate(new Date(portal.clock.now().getTime() + 24 * hourMs))
      const untilMidnight = String((startOfBerlinDay(tomorrow).getTime() - portal.clock.now().getTime()) / 1_000)
      expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
        429,
        'mail.too_many',
        untilMidnight,
      ])
      expect(await own.kindsTo(own.old)).toEqual(before)
      // The last mailed link still works.
      await confirm(await token())
      expect(await own.read()).toMatchObject({ newsletter: true })
      await own.patch({ newsletter: false })
      portal.clock.advance(24 * hourMs)
      own.kim = await portal.loginAs(own.kim.user)
      expect((await own.patch({ newsletter: true })).json()).toMatchObject({ newsletterPending: { email: own.old } })
    })

    it('delete a link nobody used for a day', async () => {
      await own.patch({ newsletter: true })
      const late = await token()
      portal.clock.advance(24 * hourMs)
      own.kim = await portal.loginAs(own.kim.user)
      expect((await own.read()).newsletterPending).toBeNull()
      expect((await confirm(late)).statusCode).toBe(409)
      await expire()
      expect(await consents()).toMatchObject([{ state: 'ended', end_reason: 'expired' }])
    })

    it('move with its address', async () => {
      await own.patch({ newsletter: true })
      await confirm(await token())
      await own.patch({ email: own.fresh, currentPassword: testPassword })
      await confirm(await tokenFromMail(portal.runtime, 'email_confirmation', own.fresh))
      expect(await own.read()).toMatchObject({ newsletter: true, newsletterEmail: own.fresh })
    })
  })
})
