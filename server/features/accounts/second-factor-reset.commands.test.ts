import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { tokenFromMail } from '#server/testing/token-from-mail.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

const path = (id: string) => `/api/jfk-django-core/user/${id}/second-factor/`

describe.each(engines)('resetting a second factor on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  test.each(['customer', 'admin'] as const)(
    'an admin restores access for a %s, with a new password by mail, and the old one is void',
    async role => {
      const lost = await portal.client(role)
      const app = await setUpTotp(portal, lost)
      const waiting = portal.visitor()
      await waiting.post('/api/auth/login/', { username: lost.user.username, password: testPassword })
      const admin = await portal.client('admin')
      const answer = await admin.delete(path(lost.user.id))
      expect(answer.json()).toMatchObject({ id: lost.user.id, secondFactor: 'off' })
      expect(answer.json().permissions).not.toContain('resetSecondFactor')

      expect((await lost.get('/api/auth/sessions/')).json().code).toBe('session.required')
      const late = await waiting.post('/api/auth/second-factor/', { code: app.code() })
      expect(late.json().code).toBe('second_factor.login_over')
      const logIn = (password: string) =>
        portal.visitor().post('/api/auth/login/', { username: lost.user.username, password })
      expect((await logIn(testPassword)).json().code).toBe('session.login_failed')
      const token = await tokenFromMail(portal.runtime, 'invitation', `${lost.user.username}@example.org`)
      const password = 'Zimtstern-Feder-3'
      expect((await portal.visitor().post('/api/auth/password-set/', { token, password })).statusCode).toBe(204)
      const again = await logIn(password)
      expect(again.json()).toMatchObject({ user: { id: lost.user.id }, secondFactor: null })
      const left = await portal.runtime.db
        .selectFrom('recovery_code')
        .select('code_hash')
        .where('user_id', '=', lost.user.id)
        .execute()
      expect(left).toEqual([])

      const entries = await portal.runtime.db
        .selectFrom('audit_entry')
        .select(['action', 'actor_user_id'])
        .where('subject_id', '=', lost.user.id)
        .execute()
      expect(entries).toContainEqual({ action: 'user.second_factor_reset', actor_user_id: admin.user.id })
      const mails = await portal.runtime.db
        .selectFrom('outbox_mail')
        .select('subject')
        .where('recipient', '=', `${lost.user.username}@example.org`)
        .execute()
      expect(mails).toContainEqual({ subject: 'Zweiter Faktor zurückgesetzt' })
    },
  )

  test('nobody resets their own without the code', async () => {
    const admin = await portal.client('admin')
    await setUpTotp(portal, admin)
    expect((await admin.delete(path(admin.user.id))).json().code).toBe('user.own_account')
    const own = (await admin.get(`/api/jfk-django-core/user/${admin.user.id}/`)).json()
    expect(own.secondFactor).toBe('totp')
    expect(own.permissions).not.toContain('resetSecondFactor')
  })

  test('an open browser is not enough: the password is asked for again', async () => {
    const lost = await portal.client('customer')
    await setUpTotp(portal, lost)
    const admin = await portal.client('admin')
    portal.clock.advance(10 * minuteMs)
    expect((await admin.delete(path(lost.user.id))).json().code).toBe('session.reauthentication_required')
    await admin.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await admin.delete(path(lost.user.id))).statusCode).toBe(200)
    expect((await admin.delete(path(lost.user.id))).json().code).toBe('second_factor.off')
  })

  test('a customer resets nobody, and an unknown user is not found', async () => {
    const customer = await portal.client('customer')
    await setUpTotp(portal, customer)
    expect((await customer.delete(path(customer.user.id))).json().code).toBe('role.forbidden')
    const admin = await portal.client('admin')
    expect((await admin.delete(path('01970000-0000-7000-8000-000000000000'))).statusCode).toBe(404)
  })
})
