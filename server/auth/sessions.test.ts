import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type BuiltUser, buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { findPendingLogin, openPendingLogin } from './pending-logins.ts'
import { countSessions } from './session-count.ts'
import {
  endExpiredSessions,
  endSession,
  endSessionsOf,
  findRenewedSession,
  findSession,
  findSessionsById,
  lacksFactor,
  noteAuthentication,
  openSession,
  renewToken,
  setView,
  takeView,
  touchSession,
} from './sessions.ts'
import { hashToken } from './tokens.ts'

describe.each(engines)('a session on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  let admin: BuiltUser
  let kim: BuiltUser
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
    admin = await buildUser(runtime, { role: 'admin', firstName: 'Anna', lastName: 'Größl' })
    kim = await buildUser(runtime, { username: 'kim' })
  })
  afterAll(() => database.close())

  const open = (user: BuiltUser, userAgent = 'Firefox') =>
    inTransaction(runtime, trx => openSession(trx, { ...runtime, userAgent }, user))
  const find = (token: string) => findSession(runtime.db, token, runtime.clock.now())
  const found = async (token: string) => {
    const session = await find(token)
    if (session === undefined) throw new Error('The session is gone.')
    return session
  }
  const rowOf = (id: string) =>
    runtime.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const inMs = (ms: number) => instantText(plusMs(runtime.clock.now(), ms))
  const setUser = (user: BuiltUser, columns: { is_active?: 0 | 1; role?: 'admin' | 'customer' }) =>
    runtime.db.updateTable('user_account').set(columns).where('id', '=', user.id).execute()

  test('knows its user, and where it was opened', async () => {
    const { token, sessionId, until } = await open(admin, 'x'.repeat(400))
    expect((await found(token)).actor).toEqual({
      kind: 'user',
      userId: admin.id,
      username: admin.username,
      name: 'Anna Größl',
      role: 'admin',
      customerId: admin.customerId,
      sessionId,
      tokenHash: hashToken(token),
      impersonation: null,
      lacksSecondFactor: false,
    })
    expect(until).toEqual(plusMs(runtime.clock.now(), 12 * hourMs))
    const row = await rowOf(sessionId)
    expect(row).toMatchObject({ address: '192.0.2.7', authenticated_at: inMs(0), created_at: inMs(0) })
    expect(row.user_agent).toBe('x'.repeat(300))
    expect(JSON.stringify(row)).not.toContain(token)
  })

  test('names a user without a name by the user name', async () => {
    expect((await found((await open(kim)).token)).actor.name).toBe('kim')
    const half = await buildUser(runtime, { lastName: 'Muster' })
    expect((await found((await open(half)).token)).actor.name).toBe('Muster')
  })

  test('is found by its own token alone, and not while its user is disabled', async () => {
    const { token } = await open(kim)
    expect(await find(`${token}x`)).toBeUndefined()
    expect(await find('')).toBeUndefined()
    await setUser(kim, { is_active: 0 })
    expect(await find(token)).toBeUndefined()
    await setUser(kim, { is_active: 1 })
    expect(await find(token)).toBeDefined()
  })

  test.each([
    { role: 'admin', idle: 30 * minuteMs, absolute: 12 * hourMs },
    { role: 'customer', idle: 12 * hourMs, absolute: 14 * dayMs },
  ] as const)('of an $role ends unused, and at last even in use', async ({ role, idle, absolute }) => {
    const user = await buildUser(runtime, { role })
    const start = runtime.clock.now()
    const { token } = await open(user)
    const at = (ms: number) => findSession(runtime.db, token, plusMs(start, ms))
    expect(await at(idle - 1)).toBeDefined()
    expect(await at(idle)).toBeUndefined()

    // Used every time shortly before it would end.
    let used = 0
    while (used + idle - minuteMs < absolute) {
      used += idle - minuteMs
      const session = await at(used)
      if (session === undefined) throw new Error(`Gone after ${used} ms.`)
      await touchSession(runtime.db, session, plusMs(start, used))
    }
    expect(await at(absolute - 1)).toMatchObject({ idleUntil: instantText(plusMs(start, absolute)) })
    expect(await at(absolute)).toBeUndefined()
  })

  test('records its last use at most once a minute', async () => {
    const { token } = await open(kim)
    const start = runtime.clock.now()
    const session = await found(token)
    await touchSession(runtime.db, session, plusMs(start, minuteMs - 1))
    expect(await find(token)).toMatchObject({ lastSeenAt: instantText(start) })
    await touchSession(runtime.db, session, plusMs(start, minuteMs))
    expect(await find(token)).toMatchObject({
      lastSeenAt: instantText(plusMs(start, minuteMs)),
      idleUntil: instantText(plusMs(start, minuteMs + 12 * hourMs)),
    })
  })

  test('under a new token may read with the old one for ten seconds more', async () => {
    const { token, sessionId, until } = await open(kim)
    const start = runtime.clock.now()
    const renewed = await inTransaction(runtime, trx => renewToken(trx, runtime, sessionId))
    expect(renewed).toEqual({ token: expect.not.stringMatching(token), sessionId, until })
    expect((await found(renewed?.token ?? '')).actor.sessionId).toBe(sessionId)
    expect(await find(token)).toBeUndefined()
    const withOld = (ms: number) => findRenewedSession(runtime.db, token, plusMs(start, ms))
    // Like the holder of the old token: nothing that requires a fresh password.
    expect((await withOld(9_999))?.actor).toMatchObject({ sessionId, tokenHash: hashToken(token) })
    expect(await withOld(10_000)).toBeUndefined()
    expect(await findRenewedSession(runtime.db, renewed?.token ?? '', start)).toBeUndefined()
    expect(await inTransaction(runtime, trx => renewToken(trx, runtime, 'gone'))).toBeUndefined()
  })

  test('knows when the password was last entered', async () => {
    const [one, other] = [await open(kim), await open(kim)]
    runtime.pass(minuteMs)
    await inTransaction(runtime, trx => noteAuthentication(trx, one.sessionId, runtime.clock.now()))
    expect((await rowOf(one.sessionId)).authenticated_at).toBe(inMs(0))
    expect((await rowOf(other.sessionId)).authenticated_at).toBe(inMs(-minuteMs))
  })

  test('is ended only by its own user', async () => {
    const { token, sessionId } = await open(kim)
    const end = (user: BuiltUser) => inTransaction(runtime, trx => endSession(trx, user.id, sessionId))
    expect(await end(admin)).toEqual([])
    expect(await find(token)).toBeDefined()
    const ended = { id: sessionId, user_id: kim.id, as_customer_id: null, as_user_until: null }
    expect(await end(kim)).toEqual([ended])
    expect(await end(kim)).toEqual([])
    expect(await find(token)).toBeUndefined()
  })

  test('is ended with all others of its user, or stays as the only one', async () => {
    const lee = await buildUser(runtime)
    const [one, two, three] = [await open(lee), await open(lee), await open(lee)]
    const stranger = await open(kim)
    const pending = await inTransaction(runtime, trx => openPendingLogin(trx, lee.id, runtime.clock.now()))
    const idsOf = (sessions: readonly { id: string }[]) => sessions.map(({ id }) => id).toSorted()

    const others = await inTransaction(runtime, trx => endSessionsOf(trx, lee.id, two.sessionId))
    expect(idsOf(others)).toEqual([one.sessionId, three.sessionId].toSorted())
    expect(await find(two.token)).toBeDefined()
    expect(await findPendingLogin(runtime.db, pending.token, runtime.clock.now())).toBeUndefined()
    expect(idsOf(await inTransaction(runtime, trx => endSessionsOf(trx, lee.id)))).toEqual([two.sessionId])
    expect(await find(two.token)).toBeUndefined()
    expect(await find(stranger.token)).toBeDefined()
  })

  test('that has expired is removed, at whichever end comes first, and not counted', async () => {
    const now = runtime.clock.now()
    await inTransaction(runtime, trx => endExpiredSessions(trx, plusMs(now, 100 * dayMs)))
    const { token, sessionId } = await open(kim)
    const short = await open(admin)
    const [idleEnd, lastEnd] = [plusMs(now, 12 * hourMs), plusMs(now, 14 * dayMs)]
    expect(await countSessions(runtime.db, now)).toBe(2)
    expect(await countSessions(runtime.db, plusMs(now, 30 * minuteMs))).toBe(1)
    expect(await countSessions(runtime.db, idleEnd)).toBe(0)
    const endAt = (at: Date) => inTransaction(runtime, trx => endExpiredSessions(trx, at))
    expect(await endAt(plusMs(now, 30 * minuteMs))).toMatchObject([{ id: short.sessionId }])
    expect(await endAt(plusMs(idleEnd, -1))).toEqual([])
    await runtime.db
      .updateTable('session')
      .set({ idle_until: instantText(plusMs(lastEnd, dayMs)) })
      .execute()
    expect(await countSessions(runtime.db, plusMs(lastEnd, -1))).toBe(1)
    expect(await findSession(runtime.db, token, plusMs(lastEnd, -1))).toBeDefined()
    expect(await findSession(runtime.db, token, lastEnd)).toBeUndefined()
    expect(await countSessions(runtime.db, lastEnd)).toBe(0)
    expect(await endAt(plusMs(lastEnd, -1))).toEqual([])
    expect(await endAt(lastEnd)).toMatchObject([{ id: sessionId }])
  })

  test('is found by its id among several, if it is alive', async () => {
    const [one, two] = [await open(kim), await open(admin)]
    const ids = [one.sessionId, two.sessionId, 'gone']
    const now = runtime.clock.now()
    const all = await findSessionsById(runtime.db, ids, now)
    expect([...all.keys()].toSorted()).toEqual([one.sessionId, two.sessionId].toSorted())
    expect(all.get(one.sessionId)?.actor.userId).toBe(kim.id)
    const later = await findSessionsById(runtime.db, ids, plusMs(now, hourMs))
    expect([...later.keys()]).toEqual([one.sessionId])
  })

  describe('of an impersonating admin', () => {
    const view = (sessionId: string, customerId: string, until: string) =>
      inTransaction(runtime, trx => setView(trx, sessionId, { customerId, until, reason: 'Anruf' }))

    test('names the customer until the impersonation ends, and reports then that it is over', async () => {
      const until = inMs(hourMs)
      const now = runtime.clock.now()
      for (const [columns, customerName] of [
        [{ company: 'Hof KG', first_name: 'Änne', last_name: 'Muster' }, 'Hof KG'],
        [{ company: '', first_name: 'Änne', last_name: 'Muster' }, 'Änne Muster'],
        [{ company: '', first_name: '', last_name: 'Muster' }, 'Muster'],
      ] as const) {
        const { id: customerId } = await buildCustomer(runtime, columns)
        const { token, sessionId } = await open(admin)
        await view(sessionId, customerId, until)
        expect(await rowOf(sessionId)).toMatchObject({ as_user_reason: 'Anruf' })
        const impersonation = { customerId, customerName, until }
        const session = await found(token)
        expect([session.actor.impersonation, session.overdueImpersonation]).toEqual([impersonation, null])
        await touchSession(runtime.db, session, plusMs(now, 29 * minuteMs))
        const before = await findSession(runtime.db, token, plusMs(now, 58 * minuteMs))
        if (before) await touchSession(runtime.db, before, plusMs(now, 58 * minuteMs))
        const justBefore = await findSession(runtime.db, token, plusMs(now, hourMs - 1))
        expect([justBefore?.actor.impersonation, justBefore?.overdueImpersonation]).toEqual([impersonation, null])
        const after = await findSession(runtime.db, token, plusMs(now, hourMs))
        expect([after?.actor.impersonation, after?.overdueImpersonation]).toEqual([null, impersonation])
      }
    })

    test('shows nothing of it after the role is lost', async () => {
      const { id: customerId } = await buildCustomer(runtime)
      const former = await buildUser(runtime, { role: 'admin' })
      const { token, sessionId } = await open(former)
      await view(sessionId, customerId, inMs(hourMs))
      await setUser(former, { role: 'customer' })
      const session = await found(token)
      expect([session.actor.impersonation, session.overdueImpersonation]).toEqual([null, null])
    })

    test('ends once, and an older impersonation never ends a later one', async () => {
      const { id: customerId } = await buildCustomer(runtime)
      const { token, sessionId } = await open(admin)
      const [earlier, until] = [inMs(minuteMs), inMs(hourMs)]
      await view(sessionId, customerId, until)
      const take = (end: string) => inTransaction(runtime, trx => takeView(trx, sessionId, end))
      expect(await take(earlier)).toBe(false)
      expect((await found(token)).actor.impersonation).toMatchObject({ customerId })
      expect(await take(until)).toBe(true)
      expect(await take(until)).toBe(false)
      expect((await found(token)).actor.impersonation).toBeNull()
      expect(await rowOf(sessionId)).toMatchObject({ as_customer_id: null, as_user_until: null, as_user_reason: '' })
    })
  })

  test('of an admin lacks the second factor only where it is required and none is set up', async () => {
    const admins = { role: 'admin', second_factor: 'off', admins_need_second_factor: 1 } as const
    expect(lacksFactor(admins)).toBe(true)
    expect(lacksFactor({ ...admins, role: 'customer' })).toBe(false)
    expect(lacksFactor({ ...admins, second_factor: 'totp' })).toBe(false)
    expect(lacksFactor({ ...admins, second_factor: 'passkey' })).toBe(false)
    expect(lacksFactor({ ...admins, admins_need_second_factor: 0 })).toBe(false)
    expect(lacksFactor({ ...admins, admins_need_second_factor: null })).toBe(false)

    const { id: customerId } = await buildCustomer(runtime)
    const { token, sessionId } = await open(admin)
    await inTransaction(runtime, trx => setView(trx, sessionId, { customerId, until: inMs(hourMs), reason: '' }))
    const times = { created_at: inMs(0), updated_at: inMs(0) }
    await runtime.db
      .insertInto('login_policy')
      .values({ id: 1, admins_need_second_factor: 1, revision: 1, ...times })
      .execute()
    expect((await found(token)).actor).toMatchObject({ lacksSecondFactor: true, impersonation: null })
    await runtime.db.deleteFrom('login_policy').execute()
    expect((await found(token)).actor).toMatchObject({ lacksSecondFactor: false, impersonation: { customerId } })
  })
})
