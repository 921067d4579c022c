import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('the list of customers on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  it('with unbilled work has the customers that can be billed', async () => {
    const { runtime } = portal
    const work = async (values: { progress: 'finished' | 'upcoming'; minutes: number }) => {
      const customer = await buildCustomer(runtime)
      const ticket = await buildTicket(runtime, { customer_id: customer.id })
      return { customer, entry: await buildEntry(runtime, { ticket_id: ticket.id, ...values }) }
    }
    const open = await work({ progress: 'finished', minutes: 30 })
    await work({ progress: 'upcoming', minutes: 30 })
    const billed = await work({ progress: 'finished', minutes: 30 })
    await buildInvoice(runtime, [billed.entry])
    const { count, results } = (await admin.get('/api/backend/customer/?billing=open')).json()
    expect([count, results.map((row: { id: string }) => row.id)]).toEqual([1, [open.customer.id]])
    const billable = (await admin.get('/api/backend/billable-work/')).json()
    expect(billable.results.map((row: { customer: { id: string } }) => row.customer.id)).toEqual([open.customer.id])
  })
})
