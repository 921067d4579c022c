import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { createPasskey, type SoftwarePasskey } from '#server/testing/passkey.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import {
  askForProof,
  askForRegistration,
  checkProof,
  checkRegistration,
  insertPasskey,
  listPasskeys,
  removeExpiredChallenges,
  removePasskey,
  siteAt,
} from './passkey-ceremony.ts'

type Flaw = Parameters<SoftwarePasskey['prove']>[1]
type Registered = Parameters<typeof checkRegistration>[3]
type Proven = Parameters<typeof checkProof>[2]

const site = siteAt('https://portal.example.org:8443/')
const refused = { code: 'passkey.refused', status: 409 }

test('passkeys are bound to the host of the portal’s address, answers to all of it', () => {
  expect(site).toEqual({ origin: 'https://portal.example.org:8443', id: 'portal.example.org' })
})

describe.each(engines)('a passkey on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  let userId: string
  let passkey: SoftwarePasskey
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    userId = (await buildUser(runtime)).id
    passkey = createPasskey(site)
  })

  const ask = (user = userId) =>
    askForRegistration(runtime, site, { id: user, username: 'kim', name: 'Kim Muster' }, 'Musterwerk')
  // The authenticator's output has the shape that the contract accepts.
  const answerOf = (made: unknown) => (made as { credential: Registered & Proven }).credential
  const register = async (made: unknown, user = userId) => checkRegistration(runtime, site, user, answerOf(made))
  const keep = (found: Awaited<ReturnType<typeof register>>, user = userId, name = 'Telefon') =>
    inTransaction(runtime, trx => insertPasskey(trx, runtime, user, name, found))
  const add = async (user = userId) => keep(await register(passkey.register((await ask(user)).challenge), user), user)
  const askProof = async () => (await askForProof(runtime, site, undefined)).challenge
  const prove = async (flaw?: Flaw) => checkProof(runtime, site, answerOf(passkey.prove(await askProof(), flaw)))
  const stateOf = async (user = userId) => {
    const row = runtime.db.selectFrom('user_account').select('second_factor').where('id', '=', user)
    return (await row.executeTakeFirstOrThrow()).second_factor
  }

  test('is requested in the name of the business, for this user, and must verify its owner', async () => {
    expect(await ask()).toMatchObject({
      rp: { name: 'Musterwerk', id: 'portal.example.org' },
      user: { id: Buffer.from(userId).toString('base64url'), name: 'kim', displayName: 'Kim Muster' },
      timeout: 5 * minuteMs,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('of the user is not created again, and is the one to be proven', async () => {
    await add()
    const known = [{ id: passkey.credentialId, transports: ['internal'] }]
    expect((await ask()).excludeCredentials).toMatchObject(known)
    const proof = await askForProof(runtime, site, userId)
    expect(proof).toMatchObject({
      rpId: 'portal.example.org',
      timeout: 5 * minuteMs,
      userVerification: 'required',
      allowCredentials: known,
    })
    const other = (await buildUser(runtime)).id
    expect((await ask(other)).excludeCredentials).toEqual([])
    expect((await askForProof(runtime, site, undefined)).allowCredentials).toEqual([])
  })

  test('is stored with the description of its device, and identifies its user from then on', async () => {
    const found = await register(passkey.register((await ask()).challenge))
    expect(found).toEqual({
      credentialId: passkey.credentialId,
      publicKey: expect.stringMatching(/^[\w-]{100,}$/),
      counter: 1,
      transports: ['internal'],
    })
    await keep({ ...found, transports: ['internal', 'hybrid'] })
    expect(await listPasskeys(runtime.db, userId)).toEqual([
      {
        id: expect.any(String),
        name: 'Telefon',
        created_at: runtime.clock.now().toISOString(),
        last_used_at: null,
        credential_id: passkey.credentialId,
        transports: 'internal hybrid',
      },
    ])
    expect(await stateOf()).toBe('passkey')
    runtime.pass(minuteMs)
    expect(await prove()).toEqual({ userId, passkeyId: expect.any(String) })
    expect(await listPasskeys(runtime.db, userId)).toMatchObject([{ last_used_at: runtime.clock.now().toISOString() }])
  })

  test('may omit its transports', async () => {
    const made = answerOf(passkey.register((await ask()).challenge))
    const { transports: _, ...response } = made.response
    const found = await checkRegistration(runtime, site, userId, { ...made, response })
    expect(found.transports).toEqual([])
    await keep(found)
    expect((await askForProof(runtime, site, userId)).allowCredentials).toMatchObject([{ transports: [] }])
  })

  test.each<[string, Flaw]>([
    ['made for another site', { origin: 'https://portal.example.org' }],
    ['of a device that did not recognise its owner', { isVerified: false }],
  ])('%s is refused', async (_, flaw) => {
    const { challenge } = await ask()
    await expect(register(passkey.register(challenge, flaw))).rejects.toMatchObject(refused)
    await expect(register(passkey.register(challenge))).rejects.toMatchObject(refused)
    await add()
    await expect(prove(flaw)).rejects.toMatchObject(refused)
    expect(await listPasskeys(runtime.db, userId)).toMatchObject([{ last_used_at: null }])
  })

  test('answers a question once, of its own kind and user, within five minutes', async () => {
    const other = (await buildUser(runtime)).id
    await expect(register(passkey.register((await ask()).challenge), other)).rejects.toMatchObject(refused)
    await expect(register(passkey.register(await askProof()))).rejects.toMatchObject(refused)
    await expect(register(passkey.register('bWFkZSB1cA'))).rejects.toMatchObject(refused)

    const { challenge } = await ask()
    runtime.pass(5 * minuteMs)
    await expect(register(passkey.register(challenge))).rejects.toMatchObject(refused)
    const inTime = await ask()
    runtime.pass(5 * minuteMs - 1)
    const made = passkey.register(inTime.challenge)
    await keep(await register(made))
    await expect(register(made)).rejects.toMatchObject(refused)

    const { challenge: forRegistration } = await ask()
    const proof = answerOf(passkey.prove(forRegistration))
    await expect(checkProof(runtime, site, proof)).rejects.toMatchObject(refused)
  })

  test.each([
    ['no base64 of JSON', 'bm8ganNvbg'],
    ['no object', Buffer.from('"challenge"').toString('base64url')],
    ['nothing', Buffer.from('null').toString('base64url')],
    ['no challenge', Buffer.from('{"type":"webauthn.get"}').toString('base64url')],
    ['a challenge that is no text', Buffer.from('{"challenge":7}').toString('base64url')],
  ])('with %s in its answer is refused', async (_, clientDataJSON) => {
    await add()
    const proof = answerOf(passkey.prove(await askProof()))
    const broken = { ...proof, response: { ...proof.response, clientDataJSON } }
    await expect(checkProof(runtime, site, broken)).rejects.toMatchObject(refused)
  })

  test('is refused where nobody has registered it, or in the name of another user', async () => {
    await expect(prove()).rejects.toMatchObject(refused)
    await add()
    await expect(prove({ userHandle: '01970000-0000-7000-8000-000000000000' })).rejects.toMatchObject(refused)
    expect(await prove({ userHandle: userId })).toMatchObject({ userId })
  })

  test('with a signature of another key is refused', async () => {
    await add()
    const challenge = await askProof()
    const [own, strange] = [answerOf(passkey.prove(challenge)), answerOf(createPasskey(site).prove(challenge))]
    const forged = { ...own, response: { ...own.response, signature: strange.response.signature } }
    await expect(checkProof(runtime, site, forged)).rejects.toMatchObject(refused)
  })

  test('with an unchanged counter is a copy, and of two simultaneous proofs one counts', async () => {
    await add()
    await prove({ counter: 8 })
    await expect(prove({ counter: 8 })).rejects.toMatchObject(refused)
    const proofs = [
      answerOf(passkey.prove(await askProof(), { counter: 9 })),
      answerOf(passkey.prove(await askProof(), { counter: 9 })),
    ]
    const outcomes = await Promise.allSettled(proofs.map(proof => checkProof(runtime, site, proof)))
    const lost = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(lost).toMatchObject([refused])
  })

  test('is stored once across all users', async () => {
    await add()
    const other = (await buildUser(runtime)).id
    await expect(add(other)).rejects.toMatchObject(refused)
    expect([await stateOf(other), await listPasskeys(runtime.db, other)]).toEqual(['off', []])
  })

  test('is removed only by its own user', async () => {
    await add()
    const other = (await buildUser(runtime)).id
    const [{ id } = { id: '' }] = await listPasskeys(runtime.db, userId)
    const remove = (user: string) => inTransaction(runtime, trx => removePasskey(trx, user, id))
    await expect(remove(other)).rejects.toMatchObject({ code: 'not_found', status: 404 })
    await remove(userId)
    expect([await stateOf(), await listPasskeys(runtime.db, userId)]).toEqual(['off', []])
    await expect(remove(userId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is listed with all others of its user, the oldest first', async () => {
    await add()
    runtime.pass(minuteMs)
    passkey = createPasskey(site)
    await keep(await register(passkey.register((await ask()).challenge)), userId, 'Zweiter')
    expect((await listPasskeys(runtime.db, userId)).map(({ name }) => name)).toEqual(['Telefon', 'Zweiter'])
  })

  test('leaves no unanswered question behind', async () => {
    await runtime.db.deleteFrom('passkey_challenge').execute()
    await ask()
    await askProof()
    const waiting = () => runtime.db.selectFrom('passkey_challenge').select(['purpose', 'user_id']).execute()
    const end = plusMs(runtime.clock.now(), 5 * minuteMs)
    await removeExpiredChallenges(runtime.db, plusMs(end, -1))
    expect(await waiting()).toEqual(
      expect.arrayContaining([
        { purpose: 'registration', user_id: userId },
        { purpose: 'login', user_id: null },
      ]),
    )
    await removeExpiredChallenges(runtime.db, end)
    expect(await waiting()).toEqual([])
  })
})
