import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { minuteMs } from '#server/clock.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

const path = '/api/backend/admin/login-policy/'
const demand = { adminsNeedSecondFactor: true }
const session = async (client: LoggedInClient) => (await client.get('/api/auth/session/')).json()

describe.each(engines)('a second factor required of admins on %s', engine => {
  let portal: TestApp
  let careful: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    careful = await portal.client('admin')
  })
  afterAll(() => portal.close())

  test('nobody requires a factor they do not have', async () => {
    expect((await careful.get(path)).json()).toEqual({ adminsNeedSecondFactor: false, revision: 0 })
    expect((await careful.patch(path, demand)).json()).toMatchObject({ status: 409, code: 'second_factor.own_first' })
    expect((await careful.get(path)).json()).toEqual({ adminsNeedSecondFactor: false, revision: 0 })
  })

  test('an open browser is not enough, and a concurrent change is not overwritten', async () => {
    await setUpTotp(portal, careful)
    portal.clock.advance(10 * minuteMs)
    expect((await careful.patch(path, demand)).json().code).toBe('session.reauthentication_required')
    await careful.post('/api/auth/reauthentication/', { password: testPassword })
    const stale = await careful.send('PATCH', path, { body: demand, headers: { 'if-match': '"7"' } })
    expect(stale.json().code).toBe('stale')
    expect((await careful.patch(path, demand)).json()).toEqual({ adminsNeedSecondFactor: true, revision: 1 })
    expect((await careful.patch(path, demand)).json()).toEqual({ adminsNeedSecondFactor: true, revision: 1 })
    const entries = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_kind', '=', 'login_policy')
      .execute()
    expect(entries).toEqual([{ action: 'login_policy.second_factor_demanded' }])
  })

  test('until it is set up an admin is a customer, from the next call on, and learns why', async () => {
    const customer = await portal.client('customer')
    const user = await buildUser(portal.runtime, { role: 'admin', customerId: customer.user.customerId })
    const careless = await portal.loginAs(user)
    const other = await portal.client('customer')
    expect(await session(careless)).toMatchObject({ user: { role: 'admin', lacksSecondFactor: true } })
    const seen = (await careless.get('/api/backend/customer/')).json()
    expect(seen.results.map(({ id }: { id: string }) => id)).toEqual([user.customerId])
    expect((await careless.get(`/api/backend/customer/${other.user.customerId}/`)).statusCode).toBe(404)

    const adminOnly = allEndpoints().filter(({ endpoint }) => endpoint.access === 'admin')
    expect(adminOnly.length).toBeGreaterThan(20)
    for (const { endpoint } of adminOnly) {
      const { method, path: template } = endpoint
      const answer = await careless.send(
        method,
        template.replaceAll(/\{\w+\}/g, '01970000-0000-7000-8000-000000000000'),
      )
      expect([method, template, answer.json().code]).toEqual([method, template, 'second_factor.required'])
    }

    await setUpTotp(portal, careless)
    expect(await session(careless)).toMatchObject({ user: { role: 'admin', lacksSecondFactor: false } })
    expect((await careless.get(path)).json()).toEqual({ adminsNeedSecondFactor: true, revision: 1 })
    expect((await careless.get(`/api/backend/customer/${other.user.customerId}/`)).statusCode).toBe(200)
  })

  test('an impersonation ends with its permission', async () => {
    const looking = await portal.client('admin')
    await setUpTotp(portal, looking)
    const { customerId } = (await portal.client('customer')).user
    expect((await looking.post('/api/auth/as-user/', { customerId, reason: '' })).statusCode).toBe(200)
    await portal.runtime.db
      .updateTable('user_account')
      .set({ second_factor: 'off' })
      .where('id', '=', looking.user.id)
      .execute()
    expect((await looking.get(`/api/backend/customer/${customerId}/`)).statusCode).toBe(404)
  })

  test('nothing is required of customers', async () => {
    const customer = await portal.client('customer')
    expect(await session(customer)).toMatchObject({ user: { role: 'customer', lacksSecondFactor: false } })
    expect((await customer.get(path)).json().code).toBe('role.forbidden')
  })

  test('after it is lifted, everybody is an admin again', async () => {
    const admin = await portal.client('admin')
    await careful.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await careful.patch(path, { adminsNeedSecondFactor: false })).json().revision).toBe(2)
    expect((await admin.get(path)).statusCode).toBe(200)
  })
})
