import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'

describe.each(engines)('recovery codes on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
  })
  afterAll(() => database.close())

  const replace = (userId: string) =>
    inTransaction(runtime, trx => replaceRecoveryCodes(trx, userId, runtime.clock.now()))
  const spend = (userId: string, code: string) =>
    inTransaction(runtime, trx => spendRecoveryCode(trx, userId, code, runtime.clock.now()))

  /** One that is easily misread; nearly every set of codes has some. */
  const codeWithZeroAndOne = async (userId: string): Promise<string> =>
    (await replace(userId)).find(code => code.includes('0') && code.includes('1')) ?? codeWithZeroAndOne(userId)

  test('are ten, each of 120 random bits in unambiguous letters and digits', async () => {
    const codes = await replace((await buildUser(runtime)).id)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(-[0-9A-HJKMNP-TV-Z]{6}){3}$/)
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBeGreaterThan(25)
    const rows = await runtime.db.selectFrom('recovery_code').selectAll().execute()
    expect(rows.every(({ used_at }) => used_at === null)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(codes[0])
  })

  test('are read in any spelling', async () => {
    const { id } = await buildUser(runtime)
    const [small = '', spaced = ''] = await replace(id)
    expect(await spend(id, small.toLowerCase().replaceAll('-', ''))).toBe(true)
    expect(await spend(id, ` ${spaced.replaceAll('-', ' ')} `)).toBe(true)
    for (const [zero, one] of [
      ['o', 'l'],
      ['O', 'I'],
      ['0', 'i'],
      ['O', 'L'],
    ] as const) {
      const code = await codeWithZeroAndOne(id)
      expect(await spend(id, code.replaceAll('0', zero).replaceAll('1', one))).toBe(true)
    }
  })

  test("work once each, and new ones invalidate the user's earlier ones", async () => {
    const [kim, lee] = [(await buildUser(runtime)).id, (await buildUser(runtime)).id]
    const [old = '', unused = ''] = await replace(kim)
    const [lees = ''] = await replace(lee)
    expect([await spend(kim, old), await spend(kim, old)]).toEqual([true, false])
    const [fresh = ''] = await replace(kim)
    expect([await spend(kim, unused), await spend(kim, fresh), await spend(lee, lees)]).toEqual([false, true, true])
    const left = runtime.db.selectFrom('recovery_code').select('used_at').where('user_id', '=', kim)
    expect((await left.execute()).length).toBe(10)
  })
})
