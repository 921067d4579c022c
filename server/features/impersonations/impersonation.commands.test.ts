import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import { removeExpired } from '#server/jobs/housekeeping.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('impersonation on %s', engine => {
  let portal: TestApp
  let customerId: string
  beforeAll(async () => {
    portal = await openTestApp(engine)
    customerId = (await buildUser(portal.runtime)).customerId ?? ''
  })
  afterAll(() => portal.close())

  async function startImpersonation(reason?: string) {
    const admin = await portal.client('admin')
    const answer = await admin.post('/api/auth/as-user/', { customerId, ...(reason !== undefined && { reason }) })
    return { admin, answer }
  }

  async function auditOf(userId: string) {
    return portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'as_customer_id', 'subject_id', 'details'])
      .where('actor_user_id', '=', userId)
      .orderBy('seq')
      .execute()
  }

  test("shows an admin that customer's view, for an hour", async () => {
    const { admin, answer } = await startImpersonation('Rückfrage am Telefon')
    expect(answer.json()).toMatchObject({
      user: { id: admin.user.id, role: 'admin' },
      impersonation: { customerId, until: new Date(portal.clock.now().getTime() + hourMs).toISOString() },
    })
    expect(answer.json().impersonation.customerName).toMatch(/^Kim Muster/)
    const customers = await admin.get('/api/backend/customer/')
    expect(customers.json()).toMatchObject({ count: 1, results: [{ id: customerId }] })
    expect(customers.json().results[0]).not.toHaveProperty('note')
    expect((await admin.get('/api/jfk-django-core/user/')).json().results).toMatchObject([{ customerId }])
  })

  test('is read-only', async () => {
    const { admin } = await startImpersonation()
    const answer = await admin.patch(`/api/backend/customer/${customerId}/`, { phone: '0123456' })
    expect(answer.json()).toMatchObject({ status: 409, code: 'as_user.read_only' })
    expect((await admin.post('/api/auth/as-user/', { customerId })).json().code).toBe('as_user.read_only')
  })

  test('starts once when it is requested twice at once, so that each start has its end', async () => {
    const admin = await portal.client('admin')
    const other = await buildCustomer(portal.runtime)
    const asked = [customerId, other.id].map(id => admin.post('/api/auth/as-user/', { customerId: id }))
    const answers = await Promise.all(asked)
    // The second one is refused: 409, or 403 if it meets the session's new token already.
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const begun = (await auditOf(admin.user.id)).filter(({ action }) => action === 'as_user.started')
    expect(begun).toHaveLength(1)
  })

  test('closes the admin portal while it lasts', async () => {
    const { admin } = await startImpersonation()
    expect((await admin.get('/api/backend/outbox/')).json()).toMatchObject({ status: 403, code: 'role.forbidden' })
  })

  // SQLite lets one transaction in at a time.
  test.runIf(engine === 'postgres')('is refused for a customer who is just being deleted', async () => {
    const { db } = portal.runtime
    const admin = await portal.client('admin')
    const leaving = await buildCustomer(portal.runtime)
    const deleted = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const deletion = db.transaction().execute(async trx => {
      await trx.deleteFrom('customer').where('id', '=', leaving.id).execute()
      deleted.resolve()
      await end.promise
    })
    await deleted.promise
    const answer = admin.post('/api/auth/as-user/', { customerId: leaving.id })
    await expect.poll(() => countWaiting(db)).toBe(1)
    end.resolve()
    await deletion
    expect((await answer).json()).toMatchObject({ status: 422, errors: [{ code: 'reference.unknown' }] })
  })

  test('ends with a click, and both ends renew the token', async () => {
    const admin = await portal.client('admin')
    const tokens = [admin.cookies.get('sid')]
    await admin.post('/api/auth/as-user/', { customerId })
    tokens.push(admin.cookies.get('sid'))
    const answer = await admin.delete('/api/auth/as-user/')
    tokens.push(admin.cookies.get('sid'))
    expect(answer.json()).toMatchObject({ user: { id: admin.user.id }, impersonation: null })
    expect(new Set(tokens).size).toBe(3)
    expect((await admin.get('/api/backend/outbox/')).statusCode).toBe(200)
    expect((await admin.delete('/api/auth/as-user/')).json().impersonation).toBeNull()
  })

  test('lets reads in flight at its start still arrive, for ten seconds', async () => {
    const admin = await portal.client('admin')
    const before = admin.cookies.get('sid') ?? ''
    await admin.post('/api/auth/as-user/', { customerId })
    const withOldToken = (method: 'GET' | 'POST') =>
      portal.app.inject({ method, url: '/api/backend/tickets/', headers: { cookie: `sid=${before}` } })
    expect((await withOldToken('GET')).statusCode).toBe(200)
    expect((await withOldToken('POST')).statusCode).toBe(403)
    portal.clock.advance(10_000)
    expect((await withOldToken('GET')).statusCode).toBe(401)
  })

  test('start and end are in the audit log with both identities and the reason', async () => {
    const { admin } = await startImpersonation('Rückfrage')
    await admin.delete('/api/auth/as-user/')
    expect(await auditOf(admin.user.id)).toEqual([
      { action: 'as_user.started', as_customer_id: customerId, subject_id: customerId, details: 'Rückfrage' },
      { action: 'as_user.ended', as_customer_id: customerId, subject_id: customerId, details: '' },
    ])
  })

  test('ends by itself after an hour, which is recorded once', async () => {
    const { admin } = await startImpersonation()
    for (let passed = 0; passed < 60; passed += 20) {
      expect((await admin.get('/api/auth/session/')).json().impersonation).not.toBeNull()
      portal.clock.advance(20 * minuteMs)
    }
    expect((await admin.get('/api/auth/session/')).json()).toMatchObject({
      user: { id: admin.user.id },
      impersonation: null,
    })
    await admin.get('/api/auth/session/')
    expect(await auditOf(admin.user.id)).toEqual([
      expect.objectContaining({ action: 'as_user.started' }),
      { action: 'as_user.ended', as_customer_id: customerId, subject_id: customerId, details: 'expired' },
    ])
  })

  test('does not outlive the session of the admin', async () => {
    const { admin } = await startImpersonation()
    portal.clock.advance(30 * minuteMs)
    expect((await admin.get('/api/auth/session/')).json()).toEqual({
      user: null,
      impersonation: null,
      idleUntil: null,
      prices: null,
    })
  })

  test('ends with the role of the admin', async () => {
    const { admin } = await startImpersonation()
    const other = await portal.client('admin')
    const { revision } = (await other.get(`/api/jfk-django-core/user/${admin.user.id}/`)).json()
    await other.patch(
      `/api/jfk-django-core/user/${admin.user.id}/`,
      { role: 'customer', customerId },
      { headers: { 'if-match': `"${revision}"` } },
    )
    expect((await admin.get('/api/auth/session/')).json().user).toBeNull()
  })

  test('is not for customers, and not of a missing customer', async () => {
    const kim = await portal.client('customer')
    expect((await kim.post('/api/auth/as-user/', { customerId })).json().code).toBe('role.forbidden')
    const admin = await portal.client('admin')
    const answer = await admin.post('/api/auth/as-user/', { customerId: '01970000-0000-7000-8000-000000000000' })
    expect(answer.json().errors).toMatchObject([{ field: 'customerId', code: 'reference.unknown' }])
  })

  test('can be left by logging out, with both identities in the log', async () => {
    const { admin } = await startImpersonation()
    expect((await admin.post('/api/auth/logout/')).statusCode).toBe(204)
    expect(await auditOf(admin.user.id)).toEqual([
      expect.objectContaining({ action: 'as_user.started' }),
      { action: 'as_user.ended', as_customer_id: customerId, subject_id: customerId, details: 'session ended' },
      expect.objectContaining({ action: 'session.ended', as_customer_id: customerId }),
    ])
  })

  test('that is over is recorded once, by any number of requests', async () => {
    const { admin } = await startImpersonation()
    for (let passed = 0; passed < 60; passed += 20) {
      await admin.get('/api/auth/session/')
      portal.clock.advance(20 * minuteMs)
    }
    await Promise.all(Array.from({ length: 6 }, () => admin.get('/api/auth/session/')))
    const ends = (await auditOf(admin.user.id)).filter(({ action }) => action === 'as_user.ended')
    expect(ends).toHaveLength(1)
  })

  test('is recorded as ended when its session is revoked, expires unnoticed or is deleted with its user', async () => {
    const revoked = await startImpersonation()
    const elsewhere = await portal.loginAs(revoked.admin.user)
    const { results } = (await elsewhere.get('/api/auth/sessions/')).json()
    const other = results.find((session: { isCurrent: boolean }) => !session.isCurrent)
    expect((await elsewhere.delete(`/api/auth/sessions/${other.id}/`)).statusCode).toBe(204)

    const deleted = await startImpersonation()
    const chief = await portal.client('admin')
    expect((await chief.delete(`/api/jfk-django-core/user/${deleted.admin.user.id}/`)).statusCode).toBe(204)

    const expired = await startImpersonation()
    portal.clock.advance(hourMs)
    await removeExpired(portal.runtime)
    await removeExpired(portal.runtime)

    for (const [{ admin }, details] of [
      [revoked, 'session ended'],
      [deleted, 'session ended'],
      [expired, 'expired'],
    ] as const) {
      const ends = (await auditOf(admin.user.id)).filter(({ action }) => action === 'as_user.ended')
      expect(ends).toEqual([{ action: 'as_user.ended', as_customer_id: customerId, subject_id: customerId, details }])
    }
  })

  test('ends with its customer', async () => {
    const { id } = await buildCustomer(portal.runtime)
    const admin = await portal.client('admin')
    await admin.post('/api/auth/as-user/', { customerId: id })
    const other = await portal.client('admin')
    expect((await other.delete(`/api/backend/customer/${id}/`)).statusCode).toBe(204)
    expect((await admin.get('/api/auth/session/')).json()).toMatchObject({
      user: { id: admin.user.id },
      impersonation: null,
    })
    expect(await auditOf(admin.user.id)).toEqual([
      expect.objectContaining({ action: 'as_user.started' }),
      { action: 'as_user.ended', as_customer_id: id, subject_id: id, details: 'customer deleted' },
    ])
  })
})
