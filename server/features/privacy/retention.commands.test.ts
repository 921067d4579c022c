import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#server/testing/build-files.ts'
import { buildInvoice } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { buildNewcomer, waitAndErase } from '#server/testing/leaving-customer.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { endRetention } from './retention.commands.ts'

describe.each(engines)('a deleted account on %s', engine => {
  let portal: TestApp
  let runtime: TestApp['runtime']
  beforeAll(async () => {
    portal = await openTestApp(engine)
    runtime = portal.runtime
  })
  afterAll(() => portal.close())

  const until = (instant: string) => portal.clock.advance(Date.parse(instant) - portal.clock.now().getTime())
  const paid = { is_paid: 1 } as const

  it('keeps invoices until the end of the eighth year after theirs, visible only to the staff', async () => {
    const { customer, kim, admin, url } = await buildNewcomer(portal)
    const pdf = { customer_id: customer.id, state: 'attached' } as const
    const dated = async (issue_date: string) => {
      const pdf_file_id = (await buildFile(runtime, pdf)).id
      const dates = { issue_date, issue_key: issue_date, due_date: issue_date, due_key: issue_date }
      return buildInvoice(runtime, [], { customer_id: customer.id, gross_cents: 0, ...dates, ...paid, pdf_file_id })
    }
    const old = await dated('2016-12-31')
    const kept = await dated('2026-01-01')
    await kim.post(url, { confirmation: customer.number })
    await waitAndErase(portal)
    const invoices = async () =>
      (await runtime.db.selectFrom('invoice').select('id').where('customer_id', '=', customer.id).execute()).map(
        ({ id }) => id,
      )
    expect(await invoices()).toEqual([kept.id])
    const boss = await portal.loginAs(admin.user)
    expect((await boss.get(url)).json()).toMatchObject({
      state: 'done',
      keptUntil: '2034-12-31',
      permissions: [],
      retainedInvoices: [{ number: kept.number, keptUntil: '2034-12-31', recipient: 'Erika Größl' }],
    })
    expect((await boss.get(`/api/backend/invoices/${kept.id}/pdf/`)).statusCode).toBe(200)
    expect((await boss.get(`/api/backend/invoices/${old.id}/`)).statusCode).toBe(404)
    const gone = (await boss.get(`/api/backend/customer/${customer.id}/`)).json()
    expect(gone).toMatchObject({ displayName: 'Gelöschter Kunde', users: [], permissions: [], email: '' })
    for (const [path, body] of [
      ['tickets', { customerId: customer.id, name: 'Neu' }],
      ['requests', { customerId: customer.id, title: 'Neu' }],
      ['device-services', { customerId: customer.id, name: 'Neu' }],
      ['service-collections', { customerId: customer.id, name: 'Neu' }],
      ['customer-links', { customerId: customer.id, label: 'Neu', url: 'https://example.org' }],
    ] as const) {
      expect([path, (await boss.post(`/api/backend/${path}/`, body)).statusCode]).toEqual([path, 422])
    }
    expect((await boss.patch(`/api/backend/customer/${customer.id}/`, { phone: '030 123456' })).json().code).toBe(
      'customer.erased',
    )
    await expect(runtime.db.deleteFrom('invoice').where('id', '=', kept.id).execute()).rejects.toThrow('not changed')

    until('2034-12-31T12:00:00.000Z')
    await endRetention(runtime)
    expect(await invoices()).toEqual([kept.id])
    until('2035-01-01T12:00:00.000Z')
    await endRetention(runtime)
    expect(await invoices()).toEqual([])
    for (const table of ['customer', 'file'] as const) {
      const way = table === 'customer' ? 'id' : 'customer_id'
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(way)} = ${customer.id}`.execute(
        runtime.db,
      )
      expect([table, rows]).toEqual([table, []])
    }
  })
})
