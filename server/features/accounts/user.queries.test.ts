import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { path } from '#server/testing/user-calls.ts'

describe.each(engines)('users on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let customerId: string
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    await portal.runtime.db.deleteFrom('user_account').execute()
    admin = await portal.client('admin')
    customerId = (await buildUser(portal.runtime)).customerId ?? ''
  })

  test('are listed by filters, orderings and pages', async () => {
    for (const [username, role] of [
      ['zoe', 'customer'],
      ['Bea', 'admin'],
      ['anton', 'customer'],
    ] as const) {
      await buildUser(portal.runtime, { username, role, customerId })
    }
    const names = async (query: string) =>
      (await admin.get(`${path}?${query}`)).json().results.map((user: { username: string }) => user.username)
    expect(
      (await names(`customer=${customerId}&ordering=username`)).filter((name: string) => !name.startsWith('user-')),
    ).toEqual(['anton', 'Bea', 'zoe'])
    expect(await names(`customer=${customerId}&role=admin`)).toEqual(['Bea'])
    expect((await names(`customer=${customerId}&ordering=-username`))[0]).toBe('zoe')
    expect(await names('page=99')).toEqual([])
    expect((await admin.get(`${path}?ordering=email`)).json().errors).toMatchObject([{ code: 'ordering.invalid' }])
  })
})
