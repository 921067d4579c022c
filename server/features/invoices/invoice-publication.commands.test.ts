import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildInvoice } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { collection, errorsOf, type InvoiceDesk, openInvoiceDesk, url } from '#server/testing/invoice-desk.ts'
import { snapshotOf } from '#server/testing/snapshot.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('invoices on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let desk: InvoiceDesk
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    admin = await portal.client('admin')
    desk = openInvoiceDesk(portal, admin)
  })
  afterAll(() => portal.close())

  const logIn = async (customerId: string) => portal.loginAs(await buildUser(portal.runtime, { customerId }))

  it('are published only with everything a customer must find on them', async () => {
    const { customer } = await desk.buildWork()
    const draft = await desk.create({ customerId: customer.id })
    const answer = await desk.publish(draft.id)
    expect(answer.statusCode).toBe(422)
    // The draft itself shows it before anybody tries.
    expect(draft.missing.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual(
      errorsOf(answer),
    )
    expect(errorsOf(answer)).toEqual([
      'number required',
      'issueDate required',
      'dueDate required',
      'net invoice.amount_required',
      'pdfFileId invoice.pdf_required',
    ])
    const early = await desk.create(
      await desk.complete(customer.id, { issueDate: '2026-03-11', dueDate: '2026-03-11' }),
    )
    expect(errorsOf(await desk.publish(early.id))).toEqual(['issueDate date.in_future'])
    expect((await admin.get(url(draft.id))).json().state).toBe('draft')
  })

  it('are visible to the customer from their publication on, which is notified by mail', async () => {
    const { customer, ticket, entryIds } = await desk.buildWork()
    const kim = await logIn(customer.id)
    const draft = await desk.create(await desk.complete(customer.id, { entryIds, notes: 'Geheimer Entwurf' }))
    expect((await kim.get(url(draft.id))).statusCode).toBe(404)
    expect((await kim.get(collection)).json()).toEqual({ count: 0, results: [] })
    expect((await kim.get(`${collection}?state=draft`)).json().count).toBe(0)
    expect((await kim.get(`${collection}?search=Geheimer`)).json().count).toBe(0)
    expect((await kim.get(`${collection}?overdue=false`)).json().count).toBe(0)

    const published = (await desk.publish(draft.id)).json()
    expect(published).toMatchObject({
      state: 'issued',
      paid: false,
      permissions: ['updateNotes', 'markPaid', 'recordPayment', 'cancel', 'setPdfPassword', 'download'],
      revision: 2,
    })
    const seen = (await kim.get(url(draft.id))).json()
    expect(seen).toMatchObject({ number: draft.number, gross: 119, permissions: ['ask', 'download'] })
    expect(seen.tickets).toEqual([expect.objectContaining({ id: ticket.id, number: ticket.number, total: 180 })])
    expect((await kim.get(collection)).json().count).toBe(1)
    expect(seen.missing).toEqual([])
    const mails = await portal.runtime.db
      .selectFrom('outbox_mail')
      .selectAll()
      .where('subject', '=', `Neue Rechnung ${draft.number}`)
      .execute()
    expect(mails.map(mail => mail.recipient)).toEqual(['kunde@example.org'])
    expect(mails[0]?.text).toContain(`https://portal.example.org/customer-portal/invoice/${draft.id}`)
    expect(mails[0]?.text).toContain('119,00 €')
    expect(mails[0]?.text).toContain('16.03.2026')
  })

  it('bill their tickets when they are published, not before, and the badge follows the payment', async () => {
    const { customer, ticket, entryIds } = await desk.buildWork()
    const kim = await logIn(customer.id)
    const [first = '', second = ''] = entryIds
    const one = await desk.create(await desk.complete(customer.id, { entryIds: [first] }))
    const badge = async () => {
      const seen = (await kim.get(`/api/backend/tickets/${ticket.id}/`)).json()
      return [seen.invoicePaid, seen.billedTotal, seen.openTotal, seen.invoices.length]
    }
    expect(await badge()).toEqual([null, 0, 180, 0])
    await desk.publish(one.id)
    expect(await badge()).toEqual(['unpaid', 90, 90, 1])
    await admin.patch(url(one.id), { paid: true })
    expect(await badge()).toEqual(['paid', 90, 90, 1])
    const two = await desk.create(await desk.complete(customer.id, { entryIds: [second] }))
    expect(await badge()).toEqual(['paid', 90, 90, 1])
    await desk.publish(two.id)
    expect(await badge()).toEqual(['unpaid', 180, 0, 2])
    await admin.patch(url(two.id), { paid: true })
    expect(await badge()).toEqual(['paid', 180, 0, 2])
    await admin.patch(url(one.id), { paid: false })
    expect(await badge()).toEqual(['unpaid', 180, 0, 2])
  })

  it('change only in notes and payment once they are published', async () => {
    const { customer, entryIds } = await desk.buildWork()
    const draft = await desk.create(await desk.complete(customer.id, { entryIds: [entryIds[0]] }))
    const issued = (await desk.publish(draft.id)).json()
    const before = await snapshotOf(portal.runtime)
    const changes = {
      customerId: (await buildCustomer(portal.runtime)).id,
      number: desk.nextNumber(),
      issueDate: '2026-03-03',
      dueDate: '2026-03-17',
      serviceFrom: '2026-01-01',
      serviceTo: '2026-01-01',
      net: 99,
      gross: 120,
      tax: [],
      pdfFileId: await desk.uploadPdf(),
      entryIds,
    }
    for (const [name, value] of Object.entries(changes)) {
      const answer = await admin.patch(url(draft.id), { [name]: value })
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 409, 'invoice.published'])
    }
    expect((await admin.delete(url(draft.id))).json().code).toBe('invoice.published')
    expect((await desk.publish(draft.id)).json().code).toBe('invoice.published')
    expect((await snapshotOf(portal.runtime)).invoice).toEqual(before.invoice)

    const { number, issueDate, dueDate, serviceFrom, serviceTo, net, tax, gross } = issued
    const same = { customerId: customer.id, number, issueDate, dueDate, serviceFrom, serviceTo, net, tax, gross }
    const pdfFileId = issued.files[0].id
    const body = { ...same, pdfFileId, entryIds: [entryIds[0]], notes: 'Danke.', paid: true, paidDate: '2026-03-09' }
    const replaced = await admin.put(url(draft.id), body)
    expect(replaced.json()).toMatchObject({ notes: 'Danke.', paid: true, paidDate: '2026-03-09' })
    expect((await admin.get(`${collection}?search=danke`)).json().results.map(({ id }: { id: string }) => id)).toEqual([
      draft.id,
    ])
  })

  it('that were issued are protected by the database itself', async () => {
    const invoice = await buildInvoice(portal.runtime, [])
    const { db } = portal.runtime
    const refused = /an issued invoice is not changed/
    await expect(
      db.updateTable('invoice').set({ notes: 'x' }).where('id', '=', invoice.id).execute(),
    ).resolves.toBeTruthy()
    for (const change of [
      { number: 'X' },
      { due_date: '2027-01-01', due_key: '2027-01-01' },
      { state: 'draft' },
    ] as const) {
      await expect(db.updateTable('invoice').set(change).where('id', '=', invoice.id).execute()).rejects.toThrow(
        refused,
      )
    }
    await expect(db.deleteFrom('invoice').where('id', '=', invoice.id).execute()).rejects.toThrow(refused)
    const wrong = { net_cents: 1, tax_cents: 0, gross_cents: 2 }
    await expect(buildInvoice(portal.runtime, [], { ...wrong, tax_lines: '[]' })).rejects.toThrow()
    await expect(buildInvoice(portal.runtime, [], { is_paid: 1, paid_on: null })).rejects.toThrow()
  })
})
