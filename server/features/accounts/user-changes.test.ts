import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { tokenFromMail } from '#server/testing/token-from-mail.ts'
import { auditOf, isLoggedIn, itemPath, path } from '#server/testing/user-calls.ts'

const nobodysId = '01970000-0000-7000-8000-000000000000'

describe.each(engines)('users on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let customerId: string
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    await portal.runtime.db.deleteFrom('user_account').execute()
    admin = await portal.client('admin')
    customerId = (await buildUser(portal.runtime)).customerId ?? ''
  })

  describe('are changed', () => {
    test('by a customer in their own names and, after confirmation, the address', async () => {
      const kim = await portal.client('customer')
      const wish = { firstName: 'Kim', lastName: 'Lund', email: 'neu@example.org' }
      for (const [currentPassword, code] of [
        [undefined, 'password.required'],
        ['falsch', 'password.wrong'],
      ]) {
        const refused = await kim.patch(itemPath(kim.user), { ...wish, currentPassword })
        expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'currentPassword', code }] })
      }
      const answer = await kim.patch(itemPath(kim.user), { ...wish, currentPassword: testPassword })
      expect(answer.json()).toMatchObject({
        firstName: 'Kim',
        email: `${kim.user.username}@example.org`,
        revision: 2,
        permissions: ['update'],
      })
      expect(answer.headers.etag).toBe('"2"')
      for (const [field, value] of Object.entries({
        role: 'admin',
        isActive: false,
        customerId,
        username: 'chefin',
      })) {
        const refused = await kim.patch(itemPath(kim.user), { firstName: 'X', [field]: value })
        expect(refused.json().errors).toMatchObject([{ field, code: 'unknown_field' }])
      }
      expect((await admin.get(itemPath(kim.user))).json()).toMatchObject({ firstName: 'Kim', role: 'customer' })
    })

    test('to the domain with ß instead of ss only after confirmation: it has another owner', async () => {
      const kim = await portal.client('customer')
      const held = { email: 'info@weiss-elektro.de', email_key: 'info@weiss-elektro.de' }
      await portal.runtime.db.updateTable('user_account').set(held).where('id', '=', kim.user.id).execute()
      const email = 'info@weiß-elektro.de'
      for (const [at, body] of [
        [itemPath(kim.user), { email }],
        ['/api/backend/user-settings/', { email }],
      ] as const) {
        const refused = await kim.patch(at, body)
        expect(refused.json()).toMatchObject({ errors: [{ field: 'currentPassword', code: 'password.required' }] })
      }
      const asked = await kim.patch('/api/backend/user-settings/', { email, currentPassword: testPassword })
      expect(asked.json()).toMatchObject({ email: 'info@weiss-elektro.de' })
      expect((await admin.get(itemPath(kim.user))).json().email).toBe('info@weiss-elektro.de')
      const mails = await portal.runtime.db.selectFrom('outbox_mail').select('recipient').orderBy('recipient').execute()
      expect(mails.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining(['info@weiss-elektro.de', email]))
    })

    test('never by a customer in another user', async () => {
      const kim = await portal.client('customer')
      const colleague = await buildUser(portal.runtime, { customerId: kim.user.customerId })
      for (const user of [colleague, admin.user, { id: nobodysId }]) {
        expect((await kim.patch(itemPath(user), { firstName: 'X' })).statusCode).toBe(404)
        expect((await kim.get(itemPath(user))).statusCode).toBe(404)
      }
      expect((await kim.get(path)).json()).toMatchObject({ count: 1, results: [{ id: kim.user.id }] })
    })

    test('by a full body with PUT', async () => {
      const user = await buildUser(portal.runtime)
      const body = {
        username: 'umbenannt',
        email: '',
        firstName: 'A',
        lastName: 'B',
        role: 'customer',
        customerId,
        isActive: true,
      }
      expect((await admin.put(itemPath(user), body)).json()).toMatchObject(body)
      const { email: _, ...incomplete } = body
      expect((await admin.put(itemPath(user), incomplete)).statusCode).toBe(422)
      expect((await admin.get(`${path}?search=umbenannt`)).json().count).toBe(1)
    })

    test('never over a concurrent change', async () => {
      const user = await buildUser(portal.runtime)
      const headers = { 'if-match': '"1"' }
      expect((await admin.patch(itemPath(user), { firstName: 'A' }, { headers })).statusCode).toBe(200)
      for (const method of ['PATCH', 'DELETE'] as const) {
        const answer = await admin.send(method, itemPath(user), {
          headers,
          ...(method === 'PATCH' && { body: { firstName: 'B' } }),
        })
        expect(answer.json()).toMatchObject({ status: 412, code: 'stale' })
      }
      const answers = await Promise.all(
        ['C', 'D', 'E'].map(firstName =>
          admin.patch(itemPath(user), { firstName }, { headers: { 'if-match': '"2"' } }),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412])
    })

    test('a change to the same values changes nothing', async () => {
      const user = await buildUser(portal.runtime, { firstName: 'Kim' })
      expect((await admin.patch(itemPath(user), { firstName: 'Kim' })).json().revision).toBe(1)
      expect(await auditOf(portal.runtime, user.id)).toEqual([])
    })

    test('and the audit log names the fields, not the values', async () => {
      const user = await buildUser(portal.runtime)
      await admin.patch(itemPath(user), { firstName: 'Geheimrat', email: 'geheim@example.org' })
      expect(await auditOf(portal.runtime, user.id)).toEqual([
        { action: 'user.updated', actor_user_id: admin.user.id, details: 'email, firstName' },
      ])
    })

    test('by an admin in their own address only like everybody else', async () => {
      const refused = await admin.patch(itemPath(admin.user), { email: 'neu@example.org' })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'currentPassword' }] })
      expect((await admin.patch(itemPath(admin.user), { firstName: 'Anna' })).statusCode).toBe(200)
      // A change of one's own is no repair: the password stays.
      await admin.patch(itemPath(admin.user), { email: 'neu@example.org', currentPassword: testPassword })
      const token = await tokenFromMail(portal.runtime, 'email_confirmation', 'neu@example.org')
      const used = await portal.visitor().post('/api/backend/user-settings/confirmation/', { token })
      expect(used.statusCode).toBe(204)
      const credentials = { username: admin.user.username, password: testPassword }
      expect((await portal.visitor().post('/api/auth/login/', credentials)).statusCode).toBe(200)
    })

    test('another user name is mailed to its user, and to nobody who knows it', async () => {
      const kim = await portal.client('customer')
      const invited = await buildUser(portal.runtime, { password: null, email: 'neu@example.org' })
      await portal.runtime.db.deleteFrom('outbox_mail').execute()
      expect((await admin.patch(itemPath(kim.user), { firstName: 'Kim' })).statusCode).toBe(200)
      for (const [user, username] of [
        [invited, 'eingeladen'],
        [admin.user, 'chefin'],
        [kim.user, 'umgezogen'],
      ] as const) {
        expect((await admin.patch(itemPath(user), { username })).statusCode).toBe(200)
      }
      const mails = await portal.runtime.db.selectFrom('outbox_mail').selectAll().execute()
      expect(mails).toMatchObject([{ kind: 'username_changed', recipient: `${kim.user.username}@example.org` }])
      expect(mails[0]?.text).toContain('umgezogen')
    })

    test('a new address is mailed to the old one, and links sent there become invalid', async () => {
      const kim = await portal.client('customer')
      await portal.runtime.db.deleteFrom('outbox_mail').execute()
      await admin.patch(itemPath(kim.user), { email: 'neu@example.org' })
      const mails = await portal.runtime.db.selectFrom('outbox_mail').select(['kind', 'recipient', 'text']).execute()
      expect(mails).toMatchObject([
        { kind: 'email_changed', recipient: `${kim.user.username}@example.org` },
        { kind: 'invitation', recipient: 'neu@example.org' },
      ])
      expect(mails[0]?.text).not.toContain('neu@example.org')
      const invited = await buildUser(portal.runtime, { password: null, email: 'alt@example.org' })
      await admin.post(`${itemPath(invited)}invitation/`)
      const token = await tokenFromMail(portal.runtime, 'invitation', 'alt@example.org')
      await admin.patch(itemPath(invited), { email: 'anders@example.org' })
      const answer = await portal.visitor().post('/api/auth/password-set/', { token, password: testPassword })
      expect(answer.statusCode).toBe(409)
    })

    test.each([
      ['deactivated', { isActive: false }],
      ['given another role', { role: 'admin' }],
    ])('a user who is %s is logged out everywhere', async (_, change) => {
      const kim = await portal.client('customer')
      const twin = await portal.loginAs(kim.user)
      expect((await admin.patch(itemPath(kim.user), change)).statusCode).toBe(200)
      expect(await isLoggedIn(kim)).toBe(false)
      expect(await isLoggedIn(twin)).toBe(false)
      const sessions = await portal.runtime.db
        .selectFrom('session')
        .selectAll()
        .where('user_id', '=', kim.user.id)
        .execute()
      expect(sessions).toEqual([])
    })

    test('a renamed user stays logged in', async () => {
      const kim = await portal.client('customer')
      await admin.patch(itemPath(kim.user), { lastName: 'Neu' })
      expect(await isLoggedIn(kim)).toBe(true)
    })
  })

  describe('one admin who can log in always remains', () => {
    const demotions = (): [
      string,
      (browser: LoggedInClient, user: { id: string }) => Promise<{ statusCode: number; body: string }>,
    ][] => [
      ['demoted', (browser, user) => browser.patch(itemPath(user), { role: 'customer', customerId })],
      ['deactivated', (browser, user) => browser.patch(itemPath(user), { isActive: false })],
      ['deleted', (browser, user) => browser.delete(itemPath(user))],
    ]

    test.each(demotions())('nobody can be %s by themselves', async (_, demote) => {
      await portal.client('admin')
      expect((await demote(admin, admin.user)).body).toContain('user.own_account')
      expect(await isLoggedIn(admin)).toBe(true)
    })

    test.each(demotions())('of two admins who have each other %s at once, one remains', async (_, demote) => {
      const other = await portal.client('admin')
      await Promise.all([demote(admin, other.user), demote(other, admin.user)])
      const able = await portal.runtime.db
        .selectFrom('user_account')
        .select('id')
        .where('role', '=', 'admin')
        .where('is_active', '=', 1)
        .execute()
      expect(able.length).toBeGreaterThanOrEqual(1)
    })

    test('an admin who never chose a password does not count', async () => {
      await buildUser(portal.runtime, { role: 'admin', password: null })
      const helper = await portal.client('admin')
      await portal.runtime.db
        .updateTable('user_account')
        .set({ password_hash: null })
        .where('id', '=', helper.user.id)
        .execute()
      const answer = await helper.delete(itemPath(admin.user))
      expect(answer.json()).toMatchObject({ status: 409, code: 'user.last_admin' })
    })
  })
})
