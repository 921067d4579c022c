import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildSession, buildUser, testPassword } from '#server/testing/build.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { portalItself, type UserActor, visitor } from './actor.ts'
import { demandFreshAuthentication, demandOwnPassword, reauthenticate } from './reauthentication.ts'
import { reauthenticationCeiling } from './reauthentication-throttle.ts'
import { confirmTotp, startTotp } from './second-factor-store.ts'
import { endSession, findSession } from './sessions.ts'
import { codeOfStep, stepOf } from './totp.ts'

const required = { code: 'session.reauthentication_required', status: 403 }
const ended = { code: 'session.required', status: 401 }
const throttled = { code: 'throttled', status: 429 }
const wrong = (field: string, code: string) => ({
  code: 'request.invalid',
  errors: [{ field, code, message: expect.any(String) }],
})

describe.each(engines)('reauthentication on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  let actor: UserActor
  let token: string
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await runtime.db.deleteFrom('throttle').execute()
    token = (await buildSession(runtime, await buildUser(runtime, { role: 'customer' }))).token
    actor = await find(token)
  })

  const find = async (ofToken: string) => {
    const session = await findSession(runtime.db, ofToken, runtime.clock.now())
    if (session === undefined) throw new Error('The session is gone.')
    return session.actor
  }
  const demandFresh = (who: Context['actor'] = actor) =>
    demandFreshAuthentication(runtime.db, { ...runtime, actor: who })
  const end = () => inTransaction(runtime, trx => endSession(trx, actor.userId, actor.sessionId))
  const seedOf = () =>
    inTransaction(runtime, async trx => {
      const seed = await startTotp(trx, runtime, actor.userId)
      await confirmTotp(trx, runtime, actor.userId, codeOfStep(seed, stepOf(runtime.clock.now()) - 1))
      return seed
    })

  test('counts for ten minutes', async () => {
    await demandFresh()
    runtime.pass(10 * minuteMs - 1)
    await demandFresh()
    runtime.pass(1)
    await expect(demandFresh()).rejects.toMatchObject(required)
    const { token: renewed } = await reauthenticate(runtime, actor, { password: testPassword })
    await demandFresh(await find(renewed))
  })

  test('is not required of a program, and never done by a visitor or in an ended session', async () => {
    await demandFresh(portalItself)
    await expect(demandFresh(visitor)).rejects.toMatchObject(required)
    await end()
    await expect(demandFresh()).rejects.toMatchObject(required)
  })

  test('gives the session another token', async () => {
    const renewed = await reauthenticate(runtime, actor, { password: testPassword })
    expect(renewed.sessionId).toBe(actor.sessionId)
    const { tokenHash, ...same } = actor
    const again = await find(renewed.token)
    expect(again).toMatchObject(same)
    expect(again.tokenHash).not.toBe(tokenHash)
    await demandFresh(again)
    await expect(find(token)).rejects.toThrow()
    // The old token does not prove that its holder gave the password.
    await expect(demandFresh()).rejects.toMatchObject(required)
  })

  test("takes the user's own password", async () => {
    runtime.pass(10 * minuteMs)
    const attempt = reauthenticate(runtime, actor, { password: 'Regenschirm-Laterne-8' })
    await expect(attempt).rejects.toMatchObject(wrong('password', 'password.wrong'))
    await expect(demandFresh()).rejects.toMatchObject(required)
    expect(await find(token)).toEqual(actor)
    const inAnotherField = demandOwnPassword(runtime, actor, 'currentPassword', 'Regenschirm-Laterne-8')
    await expect(inAnotherField).rejects.toMatchObject(wrong('currentPassword', 'password.wrong'))
  })

  test('accepts a code of the app, once', async () => {
    const seed = await seedOf()
    runtime.pass(10 * minuteMs)
    const code = codeOfStep(seed, stepOf(runtime.clock.now()))
    await expect(reauthenticate(runtime, actor, {})).rejects.toMatchObject(wrong('code', 'code.wrong'))
    const renewed = await reauthenticate(runtime, actor, { code })
    await demandFresh(await find(renewed.token))
    await expect(reauthenticate(runtime, actor, { code })).rejects.toMatchObject(wrong('code', 'code.wrong'))
  })

  test('allows five guesses, and a right one clears the wrong ones', async () => {
    const guess = () => demandOwnPassword(runtime, actor, 'password', 'falsch')
    for (let tries = 0; tries < 4; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 'request.invalid' })
    await demandOwnPassword(runtime, actor, 'password', testPassword)
    for (let tries = 0; tries < 5; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(guess()).rejects.toMatchObject(throttled)
    const right = reauthenticate(runtime, actor, { password: testPassword })
    await expect(right).rejects.toMatchObject(throttled)
  })

  test('allows five guesses of a code, separately from the password, and a right one clears the wrong ones', async () => {
    const seed = await seedOf()
    const guess = () => reauthenticate(runtime, actor, { code: '' })
    for (let tries = 0; tries < 4; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 'request.invalid' })
    await reauthenticate(runtime, actor, { code: codeOfStep(seed, stepOf(runtime.clock.now())) })
    for (let tries = 0; tries < 5; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(guess()).rejects.toMatchObject(throttled)
    await reauthenticate(runtime, actor, { password: testPassword })
    await expect(guess()).rejects.toMatchObject(throttled)
  })

  test('counts guesses per session: a stolen one does not block its owner', async () => {
    const owner = await find((await buildSession(runtime, { id: actor.userId, role: 'customer' })).token)
    const guess = (who: UserActor, from = '192.0.2.1') =>
      demandOwnPassword({ ...runtime, address: from }, who, 'password', 'falsch').then(
        () => 'right',
        ({ code }) => code,
      )
    /** As fast as the throttle permits, for ten minutes. */
    const insist = async (who: UserActor) => {
      let tries = 0
      for (const end = runtime.clock.now().getTime() + 10 * minuteMs - 1_000; runtime.clock.now().getTime() < end; ) {
        if ((await guess(who)) === 'request.invalid') tries += 1
        else runtime.pass(1_000)
      }
      return tries
    }
    const tries = await insist(actor)
    expect(tries).toBeGreaterThan(5)
    expect(tries).toBeLessThan(reauthenticationCeiling.limit)
    await demandOwnPassword({ ...runtime, address: '192.0.2.1' }, owner, 'password', testPassword)
    // Many sessions in one network share a ceiling; in other networks the owner can continue.
    runtime.pass(10 * minuteMs)
    for (let at = 0; at < reauthenticationCeiling.limit; at += 1) {
      const stolen = await find((await buildSession(runtime, { id: actor.userId, role: 'customer' })).token)
      expect(await guess(stolen)).toBe('request.invalid')
    }
    expect(await guess(owner)).toBe('throttled')
    await demandOwnPassword({ ...runtime, address: '198.51.100.1' }, owner, 'password', testPassword)
  })

  test('fails for a deleted session or user', async () => {
    await end()
    await expect(reauthenticate(runtime, actor, { password: testPassword })).rejects.toMatchObject(ended)
    const gone = { ...actor, userId: 'gone' }
    await expect(demandOwnPassword(runtime, gone, 'password', testPassword)).rejects.toMatchObject(ended)
  })
})
