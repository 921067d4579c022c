import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = '/api/backend/admin/as-user-views/'

describe.each(engines)('the list of impersonations on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const view = async (client: LoggedInClient, customerId: string, reason = '') => {
    expect((await client.post('/api/auth/as-user/', { customerId, reason })).statusCode).toBe(200)
  }
  const list = async (query = '') => (await admin.get(`${path}${query}`)).json()

  it('are listed newest first: actor, customer, reason, start, and end', async () => {
    const [one, other] = [await buildCustomer(portal.runtime), await buildCustomer(portal.runtime)]
    const second = await portal.client('admin')
    await view(second, one.id, 'Anruf')
    portal.clock.advance(7 * minuteMs)
    await second.delete('/api/auth/as-user/')
    await view(second, one.id)
    portal.clock.advance(minuteMs)
    const third = await portal.client('admin')
    await view(third, other.id, 'Rückfrage')
    const { count, results } = await list()
    expect(count).toBe(3)
    const minutes = ({ startedAt, endedAt }: { startedAt: string; endedAt: string | null }) =>
      endedAt && (Date.parse(endedAt) - Date.parse(startedAt)) / minuteMs
    expect(results.map(minutes)).toEqual([null, null, 7])
    expect(results[0]).toMatchObject({ customerId: other.id, reason: 'Rückfrage', permissions: ['view'] })
    expect(results[2]).toMatchObject({ customerId: one.id, reason: 'Anruf' })
    expect(results[2].viewerName).not.toBe('')
    expect((await list('?page=2&page_size=2')).results).toEqual([results[2]])
    portal.clock.advance(hourMs)
    admin = await portal.client('admin')
    expect((await list()).results.map(minutes)).toEqual([60, 60, 7])
  })

  it('show a deleted customer, without a link', async () => {
    const { id } = await buildCustomer(portal.runtime)
    await view(await portal.client('admin'), id)
    await admin.delete(`/api/backend/customer/${id}/`)
    expect((await list()).results[0]).toMatchObject({ customerName: 'Gelöschter Kunde', permissions: [] })
  })

  it('are visible only to the business', async () => {
    expect((await (await portal.client('customer')).get(path)).statusCode).toBe(403)
    expect((await portal.visitor().get(path)).statusCode).toBe(401)
  })
})
