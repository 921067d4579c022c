import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { createPasskey } from '#server/testing/passkey.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

const site = { origin: 'https://portal.example.org', id: 'portal.example.org' }
const refused = { status: 409, code: 'passkey.refused' }

describe.each(engines)('passkeys on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => portal.close())
  afterEach(() => portal.runtime.db.deleteFrom('throttle').execute())

  const question = async (client: TestClient, path: string) => (await client.post(path)).json().challenge as string
  const toRegister = (client: TestClient) => question(client, '/api/auth/passkeys/registration/')
  const toProve = (client: TestClient) => question(client, '/api/auth/passkey-login/challenge/')
  const add = async (client: TestClient, passkey = createPasskey(site), name = 'Telefon') => {
    const made = passkey.register(await toRegister(client)) as object
    return { passkey, answer: await client.post('/api/auth/passkeys/', { name, ...made }) }
  }
  const prove = async (browser: TestClient, body: unknown) => browser.post('/api/auth/passkey-login/', body as object)
  const ownFactors = async (client: TestClient) => (await client.get('/api/auth/second-factor/')).json()
  const secondFactorOf = async ({ user }: LoggedInClient) => {
    const row = portal.runtime.db.selectFrom('user_account').select('second_factor').where('id', '=', user.id)
    return (await row.executeTakeFirstOrThrow()).second_factor
  }

  test('the first one brings recovery codes, ends other sessions, and allows login without a password', async () => {
    const client = await portal.client('customer')
    const other = await portal.loginAs(client.user)
    const { passkey, answer } = await add(client)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().recoveryCodes).toHaveLength(10)
    expect((await other.get('/api/auth/sessions/')).statusCode).toBe(401)
    expect(await ownFactors(client)).toMatchObject({ totp: null, passkeys: [{ name: 'Telefon', lastUsedAt: null }] })
    expect(await secondFactorOf(client)).toBe('passkey')

    const browser = portal.visitor()
    const proof = passkey.prove(await toProve(browser), { userHandle: client.user.id })
    expect((await prove(browser, proof)).json()).toMatchObject({ user: { id: client.user.id } })
    expect((await ownFactors(browser)).passkeys[0].lastUsedAt).not.toBeNull()
    expect((await add(client, createPasskey(site), 'Zweiter')).answer.json().recoveryCodes).toEqual([])
  })

  test('it completes a pending login, and is offered there', async () => {
    const client = await portal.client('customer')
    const { passkey } = await add(client)
    const browser = portal.visitor()
    const login = await browser.post('/api/auth/login/', { username: client.user.username, password: testPassword })
    expect(login.json().secondFactor.methods).toEqual(['passkey', 'recovery_code'])
    const asked = (await browser.post('/api/auth/passkey-login/challenge/')).json()
    expect(asked.allowCredentials).toMatchObject([{ id: passkey.credentialId }])
    expect((await prove(browser, passkey.prove(asked.challenge))).statusCode).toBe(200)
    expect(
      await portal.runtime.db
        .selectFrom('pending_login')
        .select('user_id')
        .where('user_id', '=', client.user.id)
        .execute(),
    ).toEqual([])
  })

  test('a stranger learns of no passkeys', async () => {
    const asked = (await portal.visitor().post('/api/auth/passkey-login/challenge/')).json()
    expect(asked).toMatchObject({ allowCredentials: [], rpId: site.id, userVerification: 'required' })
  })

  test('an answer works once, for a recent challenge from here', async () => {
    const client = await portal.client('customer')
    const { passkey } = await add(client)
    const browser = portal.visitor()
    const proof = passkey.prove(await toProve(browser))
    expect((await prove(browser, proof)).statusCode).toBe(200)
    expect((await prove(portal.visitor(), proof)).json()).toMatchObject(refused)
    expect((await prove(browser, passkey.prove('bWFkZSB1cA'))).json()).toMatchObject(refused)
    const late = passkey.prove(await toProve(browser))
    portal.clock.advance(5 * minuteMs)
    expect((await prove(browser, late)).json()).toMatchObject(refused)
  })

  test('a challenge for one purpose is invalid for the other, and for another user', async () => {
    const [client, other] = [await portal.client('customer'), await portal.client('customer')]
    const { passkey } = await add(client)
    expect((await prove(client, passkey.prove(await toRegister(client)))).json()).toMatchObject(refused)
    const made = createPasskey(site).register(await toRegister(other)) as object
    expect((await client.post('/api/auth/passkeys/', { name: 'Fremd', ...made })).json()).toMatchObject(refused)
  })

  test.each([
    ['another site', { origin: 'https://portal.example.org.evil.example' }],
    ['a device that did not recognise its owner', { isVerified: false }],
    ['somebody else’s handle', { userHandle: '01970000-0000-7000-8000-000000000000' }],
  ])('%s is refused', async (_, flaw) => {
    const client = await portal.client('customer')
    const { passkey } = await add(client)
    const browser = portal.visitor()
    expect((await prove(browser, passkey.prove(await toProve(browser), flaw))).json()).toMatchObject(refused)
    expect((await browser.get('/api/auth/session/')).json().user).toBeNull()
  })

  test('a counter that does not grow shows a copy, which is refused', async () => {
    const client = await portal.client('customer')
    const { passkey } = await add(client)
    const browser = portal.visitor()
    await prove(browser, passkey.prove(await toProve(browser), { counter: 8 }))
    const copy = portal.visitor()
    expect((await prove(copy, passkey.prove(await toProve(copy), { counter: 8 }))).json()).toMatchObject(refused)
    expect((await prove(copy, passkey.prove(await toProve(copy), { counter: 9 }))).statusCode).toBe(200)
  })

  test('a passkey is stored once, for any user', async () => {
    const [client, other] = [await portal.client('customer'), await portal.client('customer')]
    const { passkey } = await add(client)
    expect((await add(other, passkey)).answer.json()).toMatchObject(refused)
    expect((await ownFactors(other)).passkeys).toEqual([])
  })

  test('a disabled account cannot log in', async () => {
    const client = await portal.client('customer')
    const { passkey } = await add(client)
    await portal.runtime.db.updateTable('user_account').set({ is_active: 0 }).where('id', '=', client.user.id).execute()
    const browser = portal.visitor()
    expect((await prove(browser, passkey.prove(await toProve(browser)))).statusCode).toBe(401)
  })

  test('only own ones are renamed and deleted, and deleting asks for the password', async () => {
    const [client, other] = [await portal.client('customer'), await portal.client('customer')]
    await add(client)
    const path = `/api/auth/passkeys/${(await ownFactors(client)).passkeys[0].id}/`
    expect((await other.patch(path, { name: 'Meins' })).statusCode).toBe(404)
    expect((await other.delete(path)).statusCode).toBe(404)
    expect((await client.patch(path, { name: 'Mein Telefon' })).json()).toMatchObject({ name: 'Mein Telefon' })
    portal.clock.advance(10 * minuteMs)
    expect((await client.delete(path)).json().code).toBe('session.reauthentication_required')
    await client.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await client.delete(path)).statusCode).toBe(204)
    expect(await ownFactors(client)).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
    expect(await secondFactorOf(client)).toBe('off')
  })

  test('passkeys and codes do not affect each other', async () => {
    const client = await portal.client('customer')
    const app = await setUpTotp(portal, client)
    await add(client)
    const removal = await client.post('/api/auth/second-factor/totp/removal/', {
      password: testPassword,
      code: app.code(),
    })
    expect(removal.statusCode).toBe(204)
    expect(await ownFactors(client)).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Telefon' }],
      recoveryCodesLeft: 10,
    })
    expect(await secondFactorOf(client)).toBe('passkey')
  })

  test('changes are audited and mailed', async () => {
    const client = await portal.client('customer')
    await add(client)
    const path = `/api/auth/passkeys/${(await ownFactors(client)).passkeys[0].id}/`
    await client.patch(path, { name: 'Neu' })
    await client.delete(path)
    const entries = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', client.user.id)
      .orderBy('seq')
      .execute()
    expect(entries).toEqual([
      { action: 'user.passkey_added', details: '' },
      { action: 'user.passkey_renamed', details: '' },
      { action: 'user.passkey_removed', details: '' },
    ])
    const mails = await portal.runtime.db
      .selectFrom('outbox_mail')
      .select('subject')
      .where('recipient', '=', `${client.user.username}@example.org`)
      .orderBy('id')
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual(['Neuer Passkey', 'Zweiter Faktor ausgeschaltet'])
  })
})
