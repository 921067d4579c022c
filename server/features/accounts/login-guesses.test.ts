import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltUser, buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('login on %s', engine => {
  let portal: TestApp
  const log: string[] = []
  beforeAll(async () => {
    portal = await openTestApp(engine, { onLog: line => log.push(line) })
  })
  afterAll(() => portal.close())
  afterEach(() => portal.runtime.db.deleteFrom('throttle').execute())

  const logIn = (browser: TestClient, username: string, password = testPassword, remoteAddress = '127.0.0.1') =>
    browser.post('/api/auth/login/', { username, password }, { remoteAddress })

  const whoIs = async (browser: TestClient) => (await browser.get('/api/auth/session/')).json().user?.id ?? null

  test('five wrong passwords are free, then everybody waits, even with the right one', async () => {
    const user = await buildUser(portal.runtime)
    for (let at = 0; at < 5; at += 1) {
      const answer = await logIn(portal.visitor(), user.username, 'falsch-falsch', `203.0.113.${at}`)
      expect(answer.statusCode).toBe(401)
    }
    const refused = await logIn(portal.visitor(), user.username, testPassword, '203.0.113.99')
    expect(refused.json()).toMatchObject({ status: 429, code: 'throttled' })
    expect(refused.headers['retry-after']).toBe('2')
    portal.clock.advance(2_000)
    expect((await logIn(portal.visitor(), user.username)).statusCode).toBe(200)
  })

  test('an unknown name waits like a known one', async () => {
    for (let at = 0; at < 5; at += 1) await logIn(portal.visitor(), 'niemand', 'falsch-falsch', `203.0.113.${at}`)
    expect((await logIn(portal.visitor(), 'niemand')).headers['retry-after']).toBe('2')
  })

  test('guesses from elsewhere cannot lock the owner out of their own browser', async () => {
    const user = await buildUser(portal.runtime)
    const own = portal.visitor()
    await logIn(own, user.username)
    await own.post('/api/auth/logout/')
    for (let at = 0; at < 20; at += 1) await logIn(portal.visitor(), user.username, 'falsch-falsch', '203.0.113.5')
    expect((await logIn(portal.visitor(), user.username)).statusCode).toBe(429)
    expect((await logIn(own, user.username)).statusCode).toBe(200)
  })

  test('a known browser has five free guesses, too, and no more', async () => {
    const user = await buildUser(portal.runtime)
    const own = portal.visitor()
    await logIn(own, user.username)
    for (let at = 0; at < 5; at += 1) expect((await logIn(own, user.username, 'falsch-falsch')).statusCode).toBe(401)
    expect((await logIn(own, user.username)).statusCode).toBe(429)
  })

  test('a live session is not affected by a blocked account', async () => {
    const browser = await portal.client('customer')
    for (let at = 0; at < 10; at += 1) await logIn(portal.visitor(), browser.user.username, 'falsch-falsch')
    expect(await whoIs(browser)).toBe(browser.user.id)
  })

  test('a forged forwarded address does not start a new count', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 31; at += 1) {
      const answer = await portal
        .visitor()
        .post(
          '/api/auth/login/',
          { username: `name-${at}`, password: 'falsch-falsch' },
          { remoteAddress: '203.0.113.7', headers: { 'x-forwarded-for': `198.51.100.${at}` } },
        )
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429])
  })

  test('many right logins from one network are not held back', async () => {
    const users: BuiltUser[] = []
    for (let at = 0; at < 35; at += 1) users.push(await buildUser(portal.runtime))
    for (const user of users) expect((await logIn(portal.visitor(), user.username)).statusCode).toBe(200)
  })
})
