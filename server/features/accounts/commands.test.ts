import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('the own sessions on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  test('are listed, newest first, with the current one marked; ended ones and those of others are not', async () => {
    const user = await buildUser(portal.services)
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
    const user = await buildUser(portal.services)
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
