import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('login on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  test('the right password opens a session', async () => {
    const user = await buildUser(portal.services, { username: 'Änne' })
    const browser = portal.visitor()
    const answer = await browser.post('/api/auth/login/', { username: 'änne', password: testPassword })
    expect(answer.json()).toMatchObject({ user: { id: user.id, username: 'Änne', role: 'customer' }, asUser: null })
    expect(answer.statusCode).toBe(200)
    expect((await browser.get('/api/auth/session/')).json().user.id).toBe(user.id)
  })
})
