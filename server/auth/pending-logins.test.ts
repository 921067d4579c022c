import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import {
  endPendingLoginsOf,
  findPendingLogin,
  openPendingLogin,
  removeExpiredPendingLogins,
  takePendingLogin,
} from './pending-logins.ts'

describe.each(engines)('a pending login on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  let kim: string
  let now: Date
  let end: Date
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
    now = runtime.clock.now()
    end = plusMs(now, 5 * minuteMs)
    kim = (await buildUser(runtime)).id
  })
  afterAll(() => database.close())

  const open = (userId: string) => inTransaction(runtime, trx => openPendingLogin(trx, userId, now))
  const find = (token: string, at = now) => findPendingLogin(runtime.db, token, at)
  const take = (token: string, at = now) => inTransaction(runtime, trx => takePendingLogin(trx, token, at))

  test('is found for five minutes by its token, which is not stored', async () => {
    const { token, until } = await open(kim)
    expect(until).toEqual(end)
    expect(await find(token, plusMs(end, -1))).toBe(kim)
    expect(await find(token, end)).toBeUndefined()
    expect(await find(`${token}x`)).toBeUndefined()
    const rows = await runtime.db.selectFrom('pending_login').selectAll().execute()
    expect(rows).toMatchObject([{ user_id: kim, created_at: now.toISOString(), expires_at: end.toISOString() }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is taken once, until it expires', async () => {
    const { token } = await open(kim)
    expect(await take('another')).toBe(false)
    expect(await take(token, end)).toBe(false)
    expect(await take(token, plusMs(end, -1))).toBe(true)
    expect(await take(token, plusMs(end, -1))).toBe(false)
    expect(await find(token)).toBeUndefined()
  })

  test('ends with all others of its user', async () => {
    const lee = (await buildUser(runtime)).id
    const [first, second, other] = [await open(kim), await open(kim), await open(lee)]
    await inTransaction(runtime, trx => endPendingLoginsOf(trx, kim))
    const found = await Promise.all([first, second, other].map(({ token }) => find(token)))
    expect(found).toEqual([undefined, undefined, lee])
  })

  test('is removed when it expires', async () => {
    await runtime.db.deleteFrom('pending_login').execute()
    const { token } = await open(kim)
    await removeExpiredPendingLogins(runtime.db, plusMs(end, -1))
    expect(await find(token)).toBe(kim)
    await removeExpiredPendingLogins(runtime.db, end)
    expect(await runtime.db.selectFrom('pending_login').selectAll().execute()).toEqual([])
  })
})
