import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildInvoice } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('invoices on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const logIn = async (customerId: string) => portal.loginAs(await buildUser(portal.runtime, { customerId }))

  it('are summed up: open, overdue, and next due amounts', async () => {
    const customer = await buildCustomer(portal.runtime)
    const kim = await logIn(customer.id)
    const summary = async (client: LoggedInClient, query = '') =>
      (await client.get(`/api/backend/invoice-summary/${query}`)).json()
    const nothing = {
      unpaidTotal: 0,
      unpaidCount: 0,
      overdueTotal: 0,
      overdueCount: 0,
      nextDueDate: null,
      draftsCount: 0,
    }
    expect(await summary(kim)).toEqual(nothing)
    const build = (due_date: string, more: object = {}) =>
      buildInvoice(portal.runtime, [], {
        customer_id: customer.id,
        net_cents: 10_000,
        due_date,
        due_key: due_date,
        ...more,
      })
    await build('2026-03-09')
    await build('2026-03-10')
    await build('2026-04-01')
    await build('2026-03-01', { is_paid: 1, paid_on: '2026-03-01' })
    await buildInvoice(portal.runtime, [], { customer_id: customer.id, state: 'draft', net_cents: 10_000 })
    const own = { unpaidTotal: 357, unpaidCount: 3, overdueTotal: 119, overdueCount: 1, nextDueDate: '2026-03-10' }
    expect(await summary(kim)).toEqual({ ...own, draftsCount: 0 })
    expect(await summary(admin, `?customer=${customer.id}`)).toEqual({ ...own, draftsCount: 1 })
    const other = await logIn((await buildCustomer(portal.runtime)).id)
    expect(await summary(other, `?customer=${customer.id}`)).toEqual(nothing)
    const all = await summary(admin)
    expect(all.unpaidCount).toBeGreaterThanOrEqual(3)
    portal.clock.advance(dayMs)
    const tomorrow = await logIn(customer.id)
    expect(await summary(tomorrow)).toMatchObject({ overdueTotal: 238, overdueCount: 2, nextDueDate: '2026-04-01' })
    portal.clock.advance(-dayMs)
  })
})
