import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type BuiltUser, buildSession, buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { endOverdueImpersonation, recordEndedImpersonations, takeImpersonationsOf } from './impersonation-end.ts'
import { endSessionsOf, findSession, setView } from './sessions.ts'

describe.each(engines)('an impersonation on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  let admin: BuiltUser
  let customerId: string
  let until: string
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    admin = await buildUser(runtime, { role: 'admin', firstName: 'Anna', lastName: 'Größl' })
    customerId = (await buildCustomer(runtime)).id
    until = instantText(plusMs(runtime.clock.now(), hourMs))
  })

  const look = async (user = admin, customer = customerId) => {
    const { token, sessionId } = await buildSession(runtime, user)
    await inTransaction(runtime, trx => setView(trx, sessionId, { customerId: customer, until, reason: 'Anruf' }))
    return { token, sessionId }
  }
  const find = (token: string, at = runtime.clock.now()) => findSession(runtime.db, token, at)
  const lines = () =>
    runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_user_id', 'actor_name', 'as_customer_id', 'as_customer_name', 'address', 'details'])
      .where('subject_id', '=', customerId)
      .where('subject_kind', '=', 'customer')
      .orderBy('seq')
      .execute()
  const line = (details: string) => ({
    action: 'as_user.ended',
    actor_user_id: admin.id,
    actor_name: 'Anna Größl',
    as_customer_id: customerId,
    as_customer_name: '',
    address: '192.0.2.7',
    details,
  })

  test('is recorded as ended once, also when several find it over', async () => {
    const { token } = await look()
    await runtime.db
      .updateTable('session')
      .set({ idle_until: instantText(plusMs(runtime.clock.now(), 2 * hourMs)) })
      .execute()
    const session = await find(token, new Date(until))
    if (!session?.overdueImpersonation) throw new Error('The view is not over.')
    const { overdueImpersonation } = session
    await endOverdueImpersonation(runtime, session, overdueImpersonation, '192.0.2.7')
    expect(await lines()).toEqual([line('expired')])
    await endOverdueImpersonation(runtime, session, overdueImpersonation, '192.0.2.7')
    expect(await lines()).toEqual([line('expired')])
    expect(await find(token, new Date(until))).toMatchObject({
      overdueImpersonation: null,
      actor: { impersonation: null },
    })
  })

  test('ends in all sessions when its customer is deleted, and in no other', async () => {
    const other = await buildCustomer(runtime)
    const [one, two, elsewhere] = [await look(), await look(), await look(admin, other.id)]
    const taken = await inTransaction(runtime, async trx => {
      const sessions = await takeImpersonationsOf(trx, runtime, customerId)
      await recordEndedImpersonations(trx, runtime, sessions, 'customer deleted')
      return sessions
    })
    expect(taken.map(({ id }) => id).toSorted()).toEqual([one.sessionId, two.sessionId].toSorted())
    expect(taken[0]).toMatchObject({ user_id: admin.id, as_customer_id: customerId, as_user_until: until })
    expect(await lines()).toEqual([line('customer deleted'), line('customer deleted')])
    for (const { token } of [one, two]) expect((await find(token))?.actor.impersonation).toBeNull()
    expect((await find(elsewhere.token))?.actor.impersonation).toMatchObject({ customerId: other.id })
  })

  test('ends with its session, and is recorded for sessions that had one', async () => {
    const plain = await buildSession(runtime, admin)
    await look()
    runtime.pass(minuteMs)
    const ended = await inTransaction(runtime, async trx => {
      const sessions = await endSessionsOf(trx, admin.id)
      await recordEndedImpersonations(trx, runtime, sessions, 'sessions ended')
      return sessions
    })
    expect(ended.map(({ id }) => id)).toContain(plain.sessionId)
    expect(await lines()).toEqual([line('sessions ended')])
  })

  test('of an admin without a name is recorded under the user name', async () => {
    const nameless = await buildUser(runtime, { role: 'admin', username: `boss-${engine}` })
    await look(nameless)
    await inTransaction(runtime, async trx =>
      recordEndedImpersonations(trx, runtime, await takeImpersonationsOf(trx, runtime, customerId), ''),
    )
    expect(await lines()).toMatchObject([{ actor_user_id: nameless.id, actor_name: `boss-${engine}` }])
  })
})
