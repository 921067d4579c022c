import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#server/clock.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

describe.each(engines)('the own sessions on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  test('are listed, newest first, with the current one marked; ended ones and those of others are not', async () => {
    const user = await buildUser(portal.runtime)
    await portal.loginAs(user)
    portal.clock.advance(13 * hourMs)
    const there = await portal.loginAs(user)
    portal.clock.advance(hourMs)
    const here = await portal.loginAs(user)
    await portal.client('customer')
    const { count, results } = (await here.get('/api/auth/sessions/')).json()
    expect(count).toBe(2)
    expect(results.map((session: { isCurrent: boolean }) => session.isCurrent)).toEqual([true, false])
    expect(results[0]).toEqual({
      id: expect.any(String),
      isCurrent: true,
      createdAt: portal.clock.now().toISOString(),
      lastSeenAt: portal.clock.now().toISOString(),
      address: '127.0.0.1',
      userAgent: 'test',
    })
    expect((await here.get('/api/auth/sessions/?page=2&page_size=1')).json()).toMatchObject({
      count: 2,
      results: [{ isCurrent: false }],
    })
    expect((await there.get('/api/auth/session/')).json().user.id).toBe(user.id)
  })

  test('can be ended one by one', async () => {
    const user = await buildUser(portal.runtime)
    const there = await portal.loginAs(user)
    portal.clock.advance(1)
    const here = await portal.loginAs(user)
    const { results } = (await here.get('/api/auth/sessions/')).json()
    expect((await here.delete(`/api/auth/sessions/${results[1].id}/`)).statusCode).toBe(204)
    expect((await there.get('/api/auth/session/')).json().user).toBeNull()
    expect((await here.delete(`/api/auth/sessions/${results[1].id}/`)).statusCode).toBe(404)
    expect((await here.delete(`/api/auth/sessions/${results[0].id}/`)).statusCode).toBe(204)
    expect(here.cookies.has('sid')).toBe(false)
    expect((await here.get('/api/auth/session/')).json().user).toBeNull()
  })

  test.each(['a password changed', 'a second factor set up'])(
    'continue with a new token after %s: requests in flight may still read, and nothing else',
    async what => {
      const here = await portal.client('customer')
      const underWay = portal.visitor()
      underWay.cookies.set('sid', here.cookies.get('sid') ?? '')
      if (what === 'a second factor set up') await setUpTotp(portal, here, 0)
      else {
        const change = { currentPassword: testPassword, newPassword: 'Gießkanne-Fahrrad-12' }
        expect((await here.post('/api/auth/password/', change)).statusCode).toBe(204)
      }
      expect(here.cookies.get('sid')).not.toBe(underWay.cookies.get('sid'))
      expect((await underWay.get('/api/auth/sessions/')).statusCode).toBe(200)
      expect((await underWay.post('/api/auth/second-factor/totp/')).json().code).toBe('session.required')
      portal.clock.advance(10_000)
      expect((await underWay.get('/api/auth/sessions/')).json().code).toBe('session.required')
      expect((await here.get('/api/auth/sessions/')).statusCode).toBe(200)
    },
  )

  test('of others cannot be ended, not even by an admin', async () => {
    const kim = await portal.client('customer')
    const { results } = (await kim.get('/api/auth/sessions/')).json()
    for (const role of ['customer', 'admin'] as const) {
      const answer = await (await portal.client(role)).delete(`/api/auth/sessions/${results[0].id}/`)
      expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await kim.get('/api/auth/session/')).json().user.id).toBe(kim.user.id)
  })
})
