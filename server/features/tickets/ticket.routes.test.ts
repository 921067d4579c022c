import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { checkTicketSums } from './ticket-sums.queries.ts'

const tickets = '/api/backend/tickets/'
const entries = '/api/backend/ticket-entries/'
const url = (id: string) => `${tickets}${id}/`

describe.each(engines)('tickets on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const logIn = async (customerId: string) =>
    portal.loginAs(await buildUser(portal.runtime, { role: 'customer', customerId }))
  const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]

  it('take the number of the Berlin year and the rate of the customer', async () => {
    const own = await openTestApp(engine)
    const boss = await own.client('admin')
    const customer = await buildCustomer(own.runtime, { hourly_rate_cents: 8_750 })
    const create = async () => (await boss.post(tickets, { name: 'Neu', customerId: customer.id })).json()
    expect(await create()).toMatchObject({ number: 'T-2026-0001', hourlyRate: 87.5, progress: 'upcoming', entries: [] })
    expect(await create()).toMatchObject({ number: 'T-2026-0002' })
    // 31 December, 23:30 in Berlin; one hour later it is 2027.
    own.clock.advance(Date.parse('2026-12-31T22:30:00.000Z') - own.clock.now().getTime())
    const later = await own.client('admin')
    expect((await later.post(tickets, { name: 'Alt', customerId: customer.id })).json().number).toBe('T-2026-0003')
    own.clock.advance(3_600_000)
    const newYear = await own.client('admin')
    expect((await newYear.post(tickets, { name: 'Neu', customerId: customer.id })).json().number).toBe('T-2027-0001')
    await own.close()
  })

  it('are not created for an unknown customer, and then take no number', async () => {
    const customer = await buildCustomer(portal.runtime)
    const before = (await admin.post(tickets, { name: 'Davor', customerId: customer.id })).json()
    const refused = await admin.post(tickets, { name: 'Wer?', customerId: newId() })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual([expect.objectContaining({ field: 'customerId', code: 'reference.unknown' })])
    const after = (await admin.post(tickets, { name: 'Danach', customerId: customer.id })).json()
    expect(Number(after.number.slice(-4))).toBe(Number(before.number.slice(-4)) + 1)
  })

  it('show a customer issued invoices with their badge, and no drafts', async () => {
    const ticket = await buildTicket(portal.runtime)
    const entries = await Promise.all([1, 2, 3].map(() => buildEntry(portal.runtime, { ticket_id: ticket.id })))
    const [first, second, third] = entries
    if (!first || !second || !third) throw new Error('Three entries are needed.')
    const issued = await buildInvoice(portal.runtime, [first])
    const draft = await buildInvoice(portal.runtime, [second], { state: 'draft' })
    const kim = await logIn(ticket.customer_id)
    const seen = (await kim.get(url(ticket.id))).json()
    expect(seen).toMatchObject({
      total: 270,
      billedTotal: 90,
      openTotal: 180,
      hoursCount: 3,
      entriesCount: 3,
      invoicePaid: 'unpaid',
      invoices: [{ id: issued.id, number: issued.number, isPaid: false, isOverdue: false }],
    })
    expect(seen.entries.map((entry: { invoiceId: string | null }) => entry.invoiceId).sort()).toEqual(
      [null, null, issued.id].sort(),
    )
    const adminSees = (await admin.get(url(ticket.id))).json()
    expect(adminSees.entries.map((entry: { invoiceId: string | null }) => entry.invoiceId)).toContain(draft.id)
  })

  it('show an invoice as overdue from the day after it was due, as its own page does', async () => {
    const ticket = await buildTicket(portal.runtime)
    const entry = () => buildEntry(portal.runtime, { ticket_id: ticket.id })
    const late = await buildInvoice(portal.runtime, [await entry()], { number: 'RE-2033-1', due_date: '2026-03-01' })
    const early = await buildInvoice(portal.runtime, [await entry()], { number: 'RE-2033-2', due_date: '2199-01-31' })
    const { invoices } = (await admin.get(url(ticket.id))).json()
    expect(invoices.map((invoice: { id: string; isOverdue: boolean }) => [invoice.id, invoice.isOverdue])).toEqual([
      [late.id, true],
      [early.id, false],
    ])
  })

  it('let a customer change only the cost ceiling', async () => {
    const ticket = await buildTicket(portal.runtime)
    const kim = await logIn(ticket.customer_id)
    expect((await kim.patch(url(ticket.id), { budget: 500.5 })).json()).toMatchObject({ budget: 500.5, revision: 2 })
    expect((await kim.patch(url(ticket.id), { budget: null })).json()).toMatchObject({ budget: null })
    const finished = await buildTicket(portal.runtime, { customer_id: ticket.customer_id, progress: 'finished' })
    expect(codeOf(await kim.patch(url(finished.id), { budget: 500.5 }))).toEqual([409, 'ticket.budget_closed'])
    const refused = await kim.patch(url(ticket.id), { name: 'Meins', progress: 'finished', finishAnyway: true })
    expect(refused.statusCode).toBe(422)
    expect(
      refused.json().errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`),
    ).toEqual(expect.arrayContaining(['name unknown_field', 'progress unknown_field', 'finishAnyway unknown_field']))
    expect((await kim.get(url(ticket.id))).json()).toMatchObject({ name: ticket.name, progress: 'upcoming' })
  })

  it('finish only when their entries are finished, unless that is confirmed', async () => {
    const entry = await buildEntry(portal.runtime, { progress: 'inProgress' })
    const refused = await admin.patch(url(entry.ticket_id), { progress: 'finished' })
    expect(codeOf(refused)).toEqual([409, 'ticket.unfinished_entries'])
    const confirmed = await admin.patch(url(entry.ticket_id), { progress: 'finished', finishAnyway: true })
    expect(confirmed.json()).toMatchObject({ progress: 'finished' })

    const done = await buildEntry(portal.runtime, { progress: 'finished' })
    expect((await admin.patch(url(done.ticket_id), { progress: 'finished' })).statusCode).toBe(200)
  })

  it('are replaced only with the full body', async () => {
    const ticket = await buildTicket(portal.runtime)
    const answer = await admin.put(url(ticket.id), { name: 'Nur der Name' })
    expect(answer.statusCode).toBe(422)
    const full = {
      name: 'Ganz neu',
      description: 'Mit allem',
      progress: 'inProgress',
      customerId: ticket.customer_id,
      hourlyRate: 77,
      invoiceNotes: 'Bestellnummer 4711',
      budget: 1_000,
    }
    const { customerId, ...shown } = full
    expect((await admin.put(url(ticket.id), full)).json()).toMatchObject({ ...shown, customer: { id: customerId } })
  })

  it('move to another customer with their entries, unless something is invoiced', async () => {
    const entry = await buildEntry(portal.runtime)
    const target = await buildCustomer(portal.runtime)
    const kim = await logIn(target.id)
    expect((await admin.patch(url(entry.ticket_id), { customerId: target.id })).json().customer.id).toBe(target.id)
    expect((await kim.get(`/api/backend/ticket-entries/${entry.id}/`)).statusCode).toBe(200)
    expect(await checkTicketSums(portal.runtime.db)).toEqual([])

    const invoiced = await buildEntry(portal.runtime)
    await buildInvoice(portal.runtime, [invoiced], { state: 'draft' })
    const refused = await admin.patch(url(invoiced.ticket_id), { customerId: target.id })
    expect(codeOf(refused)).toEqual([409, 'ticket.has_invoiced_entries'])
    const nobody = await admin.patch(url(entry.ticket_id), { customerId: newId() })
    expect(nobody.json().errors).toEqual([expect.objectContaining({ field: 'customerId', code: 'reference.unknown' })])
  })

  it('are deleted with their entries, unless something is invoiced', async () => {
    const entry = await buildEntry(portal.runtime)
    expect((await admin.delete(url(entry.ticket_id))).statusCode).toBe(204)
    expect((await admin.get(`/api/backend/ticket-entries/${entry.id}/`)).statusCode).toBe(404)

    const invoiced = await buildEntry(portal.runtime)
    await buildInvoice(portal.runtime, [invoiced])
    expect((await admin.get(url(invoiced.ticket_id))).json().permissions).not.toContain('delete')
    expect(codeOf(await admin.delete(url(invoiced.ticket_id)))).toEqual([409, 'ticket.has_invoiced_entries'])
  })

  it('are not overwritten by somebody who saw an older state', async () => {
    const ticket = await buildTicket(portal.runtime)
    const seen = await admin.get(url(ticket.id))
    expect(seen.headers.etag).toBe('"1"')
    const headers = { 'if-match': '"1"' }
    expect((await admin.patch(url(ticket.id), { name: 'Erste' }, { headers })).statusCode).toBe(200)
    expect(codeOf(await admin.patch(url(ticket.id), { name: 'Zweite' }, { headers }))).toEqual([412, 'stale'])
    expect(codeOf(await admin.delete(url(ticket.id), { headers }))).toEqual([412, 'stale'])
  })

  it('are not deleted by an actor who has not seen all of their entries', async () => {
    const ticket = await buildTicket(portal.runtime)
    const entry = (await admin.post(entries, { ticketId: ticket.id, name: 'Arbeit', quantity: 1 })).json()
    const unseen = { 'if-match': '"1"' }
    expect(codeOf(await admin.delete(url(ticket.id), { headers: unseen }))).toEqual([412, 'stale'])
    // Work on an existing entry does not change the ticket itself.
    await admin.patch(`${entries}${entry.id}/`, { quantity: 2 })
    expect((await admin.get(url(ticket.id))).headers.etag).toBe('"2"')
    await admin.delete(`${entries}${entry.id}/`)
    const { etag } = (await admin.get(url(ticket.id))).headers
    expect(etag).toBe('"3"')
    expect((await admin.delete(url(ticket.id), { headers: { 'if-match': String(etag) } })).statusCode).toBe(204)
  })

  it('are not deleted while somebody measures work on them', async () => {
    const ticket = await buildTicket(portal.runtime)
    const timer = (await admin.post('/api/backend/timers/', { ticketId: ticket.id })).json()
    const other = await portal.client('admin')
    expect(codeOf(await other.delete(url(ticket.id)))).toEqual([409, 'ticket.timer_running'])
    expect((await admin.delete(`/api/backend/timers/${timer.id}/`)).statusCode).toBe(204)
    expect((await other.delete(url(ticket.id))).statusCode).toBe(204)
  })

  // SQLite lets one transaction in at a time.
  it.runIf(engine === 'postgres')(
    'are neither created for nor moved to a customer who is just being deleted',
    async () => {
      const { db } = portal.runtime
      const leaving = await buildCustomer(portal.runtime)
      const ticket = await buildTicket(portal.runtime)
      const deleted = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const deletion = db.transaction().execute(async trx => {
        await trx.deleteFrom('customer').where('id', '=', leaving.id).execute()
        deleted.resolve()
        await end.promise
      })
      await deleted.promise
      const answers = Promise.all([
        admin.post(tickets, { name: 'Zu spät', customerId: leaving.id }),
        admin.patch(url(ticket.id), { customerId: leaving.id }),
      ])
      await expect.poll(() => countWaiting(db)).toBe(2)
      end.resolve()
      await deletion
      for (const answer of await answers) {
        expect([answer.statusCode, answer.json().errors]).toEqual([
          422,
          [expect.objectContaining({ field: 'customerId', code: 'reference.unknown' })],
        ])
      }
    },
  )
})
