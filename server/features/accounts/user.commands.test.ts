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

  describe('are created by an admin', () => {
    test('without a password, and found by every word of their names', async () => {
      const answer = await admin.post(path, {
        username: 'Größl.Kim',
        email: 'kim@example.org',
        firstName: 'Kim',
        lastName: 'Größl',
        customerId,
      })
      expect(answer.statusCode).toBe(201)
      const user = answer.json()
      expect(answer.headers.location).toBe(itemPath(user))
      expect(user).toEqual({
        id: expect.any(String),
        username: 'Größl.Kim',
        email: 'kim@example.org',
        firstName: 'Kim',
        lastName: 'Größl',
        role: 'customer',
        customerId,
        isActive: true,
        hasPassword: false,
        secondFactor: 'off',
        lastLoginAt: null,
        invitedAt: null,
        permissions: ['update', 'delete', 'invite', 'changeRole', 'changeEmail'],
        revision: 1,
        createdAt: portal.clock.now().toISOString(),
        updatedAt: portal.clock.now().toISOString(),
      })
      for (const search of ['grössl', 'Groessl', 'kim@', 'Kim gro']) {
        const found = (await admin.get(`${path}?search=${encodeURIComponent(search)}`)).json()
        expect(found, search).toMatchObject({ count: 1, results: [{ id: user.id }] })
      }
      expect(await auditOf(portal.runtime, user.id)).toEqual([
        { action: 'user.created', actor_user_id: admin.user.id, details: '' },
      ])
    })

    test('an admin created by an admin belongs to the business, too', async () => {
      const user = (await admin.post(path, { username: 'kollege', role: 'admin' })).json()
      expect(user).toMatchObject({ role: 'admin', customerId: admin.user.customerId })
    })

    test.each([
      [{}, 'username', 'username.required'],
      [{ username: 'ab' }, 'username', 'username.too_short'],
      [{ username: 'a b c' }, 'username', 'username.characters'],
      [{ username: 'kim', email: 'x' }, 'email', 'email.invalid'],
      [{ username: 'kim', role: 'owner' }, 'role', 'choice.invalid'],
      [{ username: 'kim' }, 'customerId', 'required'],
      [{ username: 'kim', customerId: nobodysId }, 'customerId', 'reference.unknown'],
      [{ username: 'kim', customerId: 'x' }, 'customerId', 'id.invalid'],
      [{ username: 'kim', password: 'x' }, 'password', 'unknown_field'],
    ])('%j is refused at %s: %s', async (body, field, code) => {
      const before = (await admin.get(path)).json().count
      const answer = await admin.post(path, body)
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ field, code }] })
      expect((await admin.get(path)).json().count).toBe(before)
    })

    test('a name is unique regardless of case, also for two at once', async () => {
      await admin.post(path, { username: 'Änne', customerId })
      const answer = await admin.post(path, { username: 'ÄNNE', customerId })
      expect(answer.json().errors).toMatchObject([{ field: 'username', code: 'username.taken' }])
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => admin.post(path, { username: 'Zwilling', customerId })),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422, 422])
    })
  })

  describe('are invited', () => {
    test('on creation, choose a password and log in', async () => {
      const user = (
        await admin.post(path, { username: 'kim', email: 'kim@example.org', customerId, invite: true })
      ).json()
      expect(user.invitedAt).toBe(portal.clock.now().toISOString())
      const mail = await portal.runtime.db
        .selectFrom('outbox_mail')
        .selectAll()
        .where('recipient', '=', 'kim@example.org')
        .executeTakeFirstOrThrow()
      expect(mail).toMatchObject({ kind: 'invitation', subject: 'Ihr Zugang zum Kundenportal' })
      const token = await tokenFromMail(portal.runtime, 'invitation', 'kim@example.org')
      const visitor = portal.visitor()
      expect((await visitor.post('/api/auth/password-set/', { token, password: testPassword })).statusCode).toBe(204)
      expect(visitor.cookies.has('sid')).toBe(false)
      expect((await visitor.post('/api/auth/login/', { username: 'kim', password: testPassword })).statusCode).toBe(200)
      expect((await admin.get(itemPath(user))).json()).toMatchObject({
        hasPassword: true,
        lastLoginAt: portal.clock.now().toISOString(),
        permissions: ['update', 'delete', 'changeRole', 'changeEmail'],
      })
    })

    test('again by a newer link, which invalidates the older one', async () => {
      const user = await buildUser(portal.runtime, { password: null, email: 'neu@example.org' })
      const tokens: (string | undefined)[] = []
      for (const _ of [1, 2]) {
        expect((await admin.post(`${itemPath(user)}invitation/`)).statusCode).toBe(200)
        tokens.push(await tokenFromMail(portal.runtime, 'invitation', 'neu@example.org'))
      }
      const statuses: number[] = []
      for (const token of tokens) {
        const answer = await portal.visitor().post('/api/auth/password-set/', { token, password: testPassword })
        statuses.push(answer.statusCode)
      }
      expect(statuses).toEqual([409, 204])
    })

    test.each([
      [{}, 'user.already_active'],
      [{ password: null, isActive: false }, 'user.inactive'],
      [{ password: null, email: '' }, 'user.no_email'],
    ])('not when %j: %s', async (parts, code) => {
      const user = await buildUser(portal.runtime, parts)
      const answer = await admin.post(`${itemPath(user)}invitation/`)
      expect(answer.json()).toMatchObject({ status: 409, code })
      expect((await admin.get(itemPath(user))).json().invitedAt).toBeNull()
    })

    test('nobody is created when the invitation has no address', async () => {
      const answer = await admin.post(path, { username: 'ohne.adresse', customerId, invite: true })
      expect(answer.json().code).toBe('user.no_email')
      expect((await admin.get(`${path}?search=ohne.adresse`)).json().count).toBe(0)
    })
  })

  test('are not deleted when work was measured in their name', async () => {
    const colleague = await portal.client('admin')
    const ticket = (await admin.post('/api/backend/tickets/', { name: 'Wallbox', customerId })).json()
    const timer = (await colleague.post('/api/backend/timers/', { ticketId: ticket.id })).json()
    expect((await admin.delete(itemPath(colleague.user))).json()).toMatchObject({
      status: 409,
      code: 'user.has_history',
    })
    await colleague.delete(`/api/backend/timers/${timer.id}/`)
    expect((await admin.delete(itemPath(colleague.user))).statusCode).toBe(204)
  })

  test('are deleted with their sessions, and leave their trace in the audit log', async () => {
    const kim = await portal.client('customer')
    expect((await admin.delete(itemPath(kim.user))).statusCode).toBe(204)
    expect((await admin.get(itemPath(kim.user))).statusCode).toBe(404)
    expect(await isLoggedIn(kim)).toBe(false)
    expect(await auditOf(portal.runtime, kim.user.id)).toEqual([
      { action: 'user.deleted', actor_user_id: admin.user.id, details: '' },
    ])
    const terms = await portal.runtime.db
      .selectFrom('search_term')
      .selectAll()
      .where('subject_id', '=', kim.user.id)
      .execute()
    expect(terms).toEqual([])
  })
})
