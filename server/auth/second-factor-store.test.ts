import type { Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { newKeys } from '#server/keys.ts'
import { openSecret } from '#server/secrets/seal.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildPasskey } from '#server/testing/build-passkey.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { removePasskey } from './passkey-ceremony.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import {
  confirmTotp,
  countProof,
  forgetProofs,
  getSecondFactor,
  listFactors,
  listMethods,
  removeFactors,
  removeTotp,
  spendProof,
  startTotp,
} from './second-factor-store.ts'
import { codeOfStep, stepOf } from './totp.ts'

const wrongCode = {
  code: 'request.invalid',
  errors: [{ field: 'code', code: 'code.wrong', message: expect.any(String) }],
}
const wrongRecoveryCode = {
  code: 'request.invalid',
  errors: [{ field: 'recoveryCode', code: 'recovery_code.wrong', message: expect.any(String) }],
}

describe.each(engines)('the second factor on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  let userId: string
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await runtime.db.deleteFrom('throttle').execute()
    userId = (await buildUser(runtime)).id
  })

  const within = <T>(work: (trx: Transaction<Database>) => Promise<T>) => inTransaction(runtime, work)
  const codeAt = (seed: string, offset = 0) => codeOfStep(seed, stepOf(runtime.clock.now()) + offset)
  const start = (user = userId) => within(trx => startTotp(trx, runtime, user))
  const confirm = (code: string, user = userId) => within(trx => confirmTotp(trx, runtime, user, code))
  /** Codes of an app, turned on a minute ago. */
  const setUp = async (user = userId) => {
    const seed = await start(user)
    await confirm(codeAt(seed), user)
    runtime.pass(minuteMs)
    return seed
  }
  const newCodes = (user = userId) => within(trx => replaceRecoveryCodes(trx, user, runtime.clock.now()))
  const spend = (proof: Parameters<typeof spendProof>[3], user = userId) =>
    within(trx => spendProof(trx, runtime, user, proof))
  const stateOf = async (user = userId) => {
    const row = runtime.db.selectFrom('user_account').select('second_factor').where('id', '=', user)
    return (await row.executeTakeFirstOrThrow()).second_factor
  }

  test('is off until the first code was entered', async () => {
    const seed = await start()
    expect(await getSecondFactor(runtime.db, userId)).toEqual({
      isOn: false,
      totpSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    await expect(spend({ code: codeAt(seed) })).rejects.toMatchObject(wrongCode)
    await expect(confirm(codeAt(seed, 5))).rejects.toMatchObject(wrongCode)
    expect([await listMethods(runtime.db, userId), await stateOf()]).toEqual([[], 'off'])
    await confirm(codeAt(seed))
    expect(await getSecondFactor(runtime.db, userId)).toMatchObject({
      isOn: true,
      totpSince: runtime.clock.now().toISOString(),
    })
    expect([await listMethods(runtime.db, userId), await stateOf()]).toEqual([['totp'], 'totp'])
  })

  test('can be restarted until it is on, and not afterwards', async () => {
    await expect(confirm('123456')).rejects.toMatchObject({ code: 'second_factor.not_started', status: 409 })
    const [first, second] = [await start(), await start()]
    await expect(confirm(codeAt(first))).rejects.toMatchObject(wrongCode)
    await confirm(codeAt(second))
    await expect(confirm(codeAt(second, 1))).rejects.toMatchObject({ code: 'second_factor.not_started' })
    await expect(start()).rejects.toMatchObject({ code: 'second_factor.already_on', status: 409 })
  })

  test('keeps its secret sealed, bound to its row', async () => {
    const seed = await start()
    const row = await runtime.db.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
    expect(row.sealed_seed).not.toContain(seed)
    const place = { table: 'totp', id: row.id, column: 'sealed_seed' }
    expect(openSecret(runtime.keys, place, row.sealed_seed)).toBe(seed)
    await confirm(codeAt(seed))
    runtime.pass(minuteMs)
    const lost = { ...runtime, keys: newKeys() }
    await expect(within(trx => spendProof(trx, lost, userId, { code: codeAt(seed) }))).rejects.toMatchObject({
      code: 'secret.unreadable',
    })
  })

  test('takes each code once, and none older than one it has taken', async () => {
    const seed = await start()
    const first = codeAt(seed)
    await confirm(first)
    await expect(spend({ code: first })).rejects.toMatchObject(wrongCode)
    await expect(spend({ code: codeAt(seed, -1) })).rejects.toMatchObject(wrongCode)
    expect(await spend({ code: codeAt(seed, 1) })).toBe('totp')
    runtime.pass(10 * minuteMs)
    const next = codeAt(seed)
    expect(await spend({ code: next })).toBe('totp')
    await expect(spend({ code: next })).rejects.toMatchObject(wrongCode)
    await expect(spend({ code: codeAt(seed, -1) })).rejects.toMatchObject(wrongCode)
  })

  test('of one user does not work for another', async () => {
    const other = (await buildUser(runtime)).id
    const [seed] = [await setUp(), await setUp(other)]
    await expect(spend({ code: codeAt(seed) }, other)).rejects.toMatchObject(wrongCode)
    const [code = ''] = await newCodes()
    await expect(spend({ recoveryCode: code }, other)).rejects.toMatchObject(wrongRecoveryCode)
    expect(await spend({ recoveryCode: code })).toBe('recovery_code')
  })

  test('is given by a code or a recovery code, and by neither when there is none', async () => {
    await setUp()
    const [code = ''] = await newCodes()
    expect(await spend({ recoveryCode: code })).toBe('recovery_code')
    await expect(spend({ recoveryCode: code })).rejects.toMatchObject(wrongRecoveryCode)
    await expect(spend({})).rejects.toMatchObject(wrongRecoveryCode)
    await expect(spend({ code: '' })).rejects.toMatchObject(wrongCode)
  })

  test('offers the available methods, the strongest first, and no recovery codes once all are used', async () => {
    await setUp()
    const codes = await newCodes()
    expect(await listMethods(runtime.db, userId)).toEqual(['totp', 'recovery_code'])
    const [first, second] = [await buildPasskey(runtime, userId), await buildPasskey(runtime, userId)]
    expect(await listMethods(runtime.db, userId)).toEqual(['passkey', 'totp', 'recovery_code'])
    const { passkeys, recoveryCodesLeft } = await getSecondFactor(runtime.db, userId)
    expect(passkeys.map(({ id }) => id)).toEqual([first, second])
    expect(recoveryCodesLeft).toBe(10)
    for (const code of codes) await spend({ recoveryCode: code })
    expect(await listMethods(runtime.db, userId)).toEqual(['passkey', 'totp'])
  })

  test('can be a passkey alone, with recovery codes', async () => {
    await buildPasskey(runtime, userId)
    await newCodes()
    await start()
    await buildPasskey(runtime, userId)
    expect(await listMethods(runtime.db, userId)).toEqual(['passkey', 'recovery_code'])
    expect(await getSecondFactor(runtime.db, userId)).toMatchObject({ isOn: true, totpSince: null })
  })

  test('is named by its strongest method, and drops the recovery codes with the last one', async () => {
    const passkey = await buildPasskey(runtime, userId)
    expect(await stateOf()).toBe('passkey')
    await setUp()
    await newCodes()
    expect(await stateOf()).toBe('passkey')
    await within(trx => removePasskey(trx, userId, passkey))
    expect(await stateOf()).toBe('totp')
    expect((await getSecondFactor(runtime.db, userId)).recoveryCodesLeft).toBe(10)
    await within(trx => removeTotp(trx, userId))
    expect(await stateOf()).toBe('off')
    expect((await getSecondFactor(runtime.db, userId)).recoveryCodesLeft).toBe(0)
  })

  test('without codes there are none to turn off', async () => {
    const off = { code: 'second_factor.off', status: 409 }
    await expect(within(trx => removeTotp(trx, userId))).rejects.toMatchObject(off)
    await start()
    await expect(within(trx => removeTotp(trx, userId))).rejects.toMatchObject(off)
    expect(await within(trx => removeFactors(trx, userId))).toEqual([])
  })

  test('is removed completely for a user who has lost it, and for nobody else', async () => {
    const other = (await buildUser(runtime)).id
    for (const user of [userId, other]) {
      await setUp(user)
      await buildPasskey(runtime, user)
      await newCodes(user)
    }
    expect(await within(trx => removeFactors(trx, userId))).toMatchObject([
      { kind: 'passkey', name: 'Telefon' },
      { kind: 'totp' },
      { kind: 'recovery_codes' },
    ])
    const gone = { isOn: false, totpSince: null, passkeys: [], recoveryCodesLeft: 0 }
    expect([await getSecondFactor(runtime.db, userId), await stateOf()]).toEqual([gone, 'off'])
    expect(await listMethods(runtime.db, other)).toEqual(['passkey', 'totp', 'recovery_code'])
    expect(await stateOf(other)).toBe('passkey')
  })

  test('is removed from an instant on: earlier factors stay', async () => {
    const since = () => runtime.clock.now().toISOString()
    await setUp()
    await newCodes(userId)
    runtime.pass(1)
    const between = since()
    await buildPasskey(runtime, userId)
    const gone = await within(trx => removeFactors(trx, userId, between))
    expect(gone).toEqual([{ kind: 'passkey', name: 'Telefon', since: between }])
    expect(await listMethods(runtime.db, userId)).toEqual(['totp', 'recovery_code'])
    expect(await stateOf()).toBe('totp')
    // Codes belong to the user who saw them last.
    runtime.pass(1)
    await newCodes(userId)
    const codes = await within(trx => removeFactors(trx, userId, since()))
    expect(codes).toEqual([{ kind: 'recovery_codes', name: '', since: since() }])
    expect((await listFactors(runtime.db, userId)).map(({ kind }) => kind)).toEqual(['totp'])
  })

  test('allows five guesses per account and per network, and counts a known browser separately', async () => {
    const throttled = { code: 'throttled', status: 429 }
    for (let tries = 0; tries < 5; tries += 1) await countProof(runtime, userId)
    await expect(countProof(runtime, userId)).rejects.toMatchObject(throttled)
    for (let tries = 0; tries < 5; tries += 1) await countProof(runtime, userId, 'laptop')
    await expect(countProof(runtime, userId, 'laptop')).rejects.toMatchObject(throttled)
    await countProof(runtime, userId, 'phone')

    await forgetProofs(runtime, userId, 'laptop')
    await countProof(runtime, userId, 'laptop')
    await expect(countProof(runtime, userId)).rejects.toMatchObject(throttled)
    await forgetProofs(runtime, userId)
    await countProof(runtime, userId)
  })

  test('allows thirty guesses from one network, right ones and those of known browsers not counted', async () => {
    const guess = async (account: string, device?: string) => countProof(runtime, account, device)
    for (let tries = 0; tries < 40; tries += 1) {
      await guess(`right-${tries}`)
      await forgetProofs(runtime, `right-${tries}`)
      await guess(`known-${tries}`, 'laptop')
    }
    for (let tries = 0; tries < 30; tries += 1) await guess(`wrong-${tries}`)
    await forgetProofs(runtime, 'known-1', 'laptop')
    await expect(guess('one-more')).rejects.toMatchObject({ code: 'throttled' })
    await guess('one-more', 'laptop')
  })
})
