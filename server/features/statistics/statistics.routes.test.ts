import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkMonth } from '#contract/statistics.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('the months of the business on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
    // In Berlin it is March already.
    portal.clock.advance(Date.parse('2026-02-28T23:30:00.000Z') - portal.clock.now().getTime())
    const { runtime } = portal
    const build = (date: string, minutes: number) => buildEntry(runtime, { date, minutes, hourly_rate_cents: 9_000 })
    await build('2025-03-31', 600)
    await build('2025-04-01', 90)
    await buildInvoice(runtime, [await build('2026-02-10', 120)])
    await build('2026-02-28', 20)
    await buildInvoice(runtime, [await build('2026-03-01', 60)], { state: 'draft' })
    await build('2026-04-01', 60)
  })
  afterAll(() => portal.close())

  it('are the last twelve, those without work too, with hours and EUR by the dates of the entries', async () => {
    const answer = await (await portal.client('admin')).get('/api/backend/work-months/')
    const months: WorkMonth[] = answer.json().results
    expect(months.map(({ month }) => month)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map(month => `2025-${month}`),
      ...['01', '02', '03'].map(month => `2026-${month}`),
    ])
    expect(months.filter(({ hours }) => hours > 0)).toEqual([
      { month: '2025-04', hours: 1.5, total: 135, billedTotal: 0, openTotal: 135 },
      { month: '2026-02', hours: 2.33, total: 209.7, billedTotal: 180, openTotal: 29.7 },
      { month: '2026-03', hours: 1, total: 90, billedTotal: 0, openTotal: 90 },
    ])
  })
})

describe.each(engines)('the sums of one customer on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  it('are those of all tickets and issued invoices of this customer only', async () => {
    const { runtime } = portal
    const ticket = await buildTicket(runtime)
    const work = (minutes: number) => buildEntry(runtime, { ticket_id: ticket.id, minutes, hourly_rate_cents: 10_000 })
    await buildInvoice(runtime, [await work(60)], { is_paid: 1 })
    await buildInvoice(runtime, [await work(120)])
    await buildInvoice(runtime, [await work(30)], { state: 'draft' })
    await work(15)
    await buildEntry(runtime)
    const admin = await portal.client('admin')
    expect((await admin.get(`/api/backend/customer/${ticket.customer_id}/sums/`)).json()).toEqual({
      hoursCount: 3.75,
      total: 375,
      openTotal: 75,
      paidTotal: 119,
      unpaidTotal: 238,
    })
  })

  it('are nothing for a customer without work', async () => {
    const { id } = await buildCustomer(portal.runtime)
    const sums = await (await portal.client('admin')).get(`/api/backend/customer/${id}/sums/`)
    expect(sums.json()).toEqual({ hoursCount: 0, total: 0, openTotal: 0, paidTotal: 0, unpaidTotal: 0 })
  })

  it('are only for admins', async () => {
    const kim = await portal.client('customer')
    expect((await kim.get(`/api/backend/customer/${kim.user.customerId}/sums/`)).statusCode).toBe(403)
  })
})
