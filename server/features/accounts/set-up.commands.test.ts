import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createSetUpLink } from './set-up.commands.ts'

const business = {
  companyName: 'Sonnenhof Technik',
  ownerName: 'Maria von der Heide',
  email: 'maria@sonnenhof.example',
  username: 'maria',
  password: 'Lavendel-Kutsche-9',
}

describe.each(engines)('the first set-up on %s', engine => {
  let portal: TestApp
  beforeEach(async () => {
    portal = await openTestApp(engine)
  })
  afterEach(() => portal.close())

  const newToken = async () => (await createSetUpLink(portal.runtime))?.split('#token=')[1]
  const isRequired = async () => (await portal.visitor().get('/api/auth/set-up/')).json().isRequired

  test('creates profile, own customer record and admin, and logs the admin in', async () => {
    expect(await createSetUpLink(portal.runtime)).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/einrichten#token=[A-Za-z0-9_-]{43}$/,
    )
    expect(await isRequired()).toBe(true)
    const browser = portal.visitor()
    const answer = await browser.post('/api/auth/set-up/', { token: await newToken(), ...business })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      user: { username: 'maria', firstName: 'Maria von der', lastName: 'Heide', role: 'admin' },
    })
    expect(await isRequired()).toBe(false)

    const customers = (await browser.get('/api/backend/customer/')).json()
    expect(customers).toMatchObject({
      count: 1,
      results: [{ number: 'K-1001', company: 'Sonnenhof Technik', users: [{ username: 'maria' }] }],
    })
    const profile = (await browser.get('/api/backend/admin/business-profile/')).json()
    expect(profile).toMatchObject({ companyName: 'Sonnenhof Technik', ownerName: 'Maria von der Heide', claim: '' })
    const lines = await portal.runtime.db.selectFrom('audit_entry').select('action').execute()
    expect(lines).toEqual([{ action: 'portal.set_up' }])
    const again = await portal.visitor().post('/api/auth/login/', { username: 'maria', password: business.password })
    expect(again.statusCode).toBe(200)
  })

  test('cannot be done twice', async () => {
    const token = await newToken()
    await portal.visitor().post('/api/auth/set-up/', { token, ...business })
    const answer = await portal.visitor().post('/api/auth/set-up/', { token, ...business, username: 'moritz' })
    expect(answer.json()).toMatchObject({ status: 409, code: 'account.already_set_up' })
    expect(await createSetUpLink(portal.runtime)).toBeUndefined()
  })

  test('of two at once one is done, completely', async () => {
    const token = await newToken()
    const answers = await Promise.all(
      ['maria', 'moritz'].map(username => portal.visitor().post('/api/auth/set-up/', { ...business, token, username })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    for (const table of ['user_account', 'customer', 'business_profile'] as const) {
      expect(await portal.runtime.db.selectFrom(table).selectAll().execute()).toHaveLength(1)
    }
  })

  test('works with the link of any instance, within a day', async () => {
    const tokens = [await newToken(), await newToken()]
    const attempt = async (token: string | undefined) =>
      (await portal.visitor().post('/api/auth/set-up/', { token, ...business })).json().code
    expect(await attempt('x'.repeat(43))).toBe('account.token_invalid')
    portal.clock.advance(24 * hourMs)
    for (const token of tokens) expect(await attempt(token)).toBe('account.token_invalid')
    expect(await isRequired()).toBe(true)
    const [, again] = [await newToken(), await newToken(), await newToken()]
    expect(await attempt(again)).toBeUndefined()
  })

  test('names missing or unsafe values, and the link stays valid', async () => {
    const token = await newToken()
    const problems = await portal
      .visitor()
      .post('/api/auth/set-up/', { token, ...business, companyName: ' ', email: 'x' })
    expect(problems.json().errors).toMatchObject([
      { field: 'companyName', code: 'required' },
      { field: 'email', code: 'email.invalid' },
    ])
    for (const [password, code] of [
      ['kurz-1', 'password.too_short_admin'],
      ['sonnenhof-technik', 'password.common'],
    ]) {
      const answer = await portal.visitor().post('/api/auth/set-up/', { token, ...business, password })
      expect(answer.json().errors).toMatchObject([{ field: 'password', code }])
    }
    expect((await portal.visitor().post('/api/auth/set-up/', { token, ...business })).statusCode).toBe(201)
  })

  test('is not offered where there are users', async () => {
    await buildUser(portal.runtime)
    expect(await isRequired()).toBe(false)
    expect(await createSetUpLink(portal.runtime)).toBeUndefined()
  })
})
