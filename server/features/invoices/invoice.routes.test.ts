import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { emptyProfile } from '#server/features/business-profile/business-profile.rules.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildEntry } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import {
  amounts,
  collection,
  dates,
  errorsOf,
  type InvoiceDesk,
  openInvoiceDesk,
  url,
} from '#server/testing/invoice-desk.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const today = '2026-03-10'

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
  const ticketOf = async (id: string) => (await admin.get(`/api/backend/tickets/${id}/`)).json()

  it('begin as a draft of a customer without other data', async () => {
    const { customer } = await desk.buildWork()
    const draft = await desk.create({ customerId: customer.id })
    expect(draft).toMatchObject({
      number: null,
      state: 'draft',
      paid: false,
      paidDate: null,
      overdue: false,
      issueDate: null,
      net: 0,
      tax: [],
      gross: 0,
      hasPdfPassword: false,
      tickets: [],
      entries: [],
      permissions: ['update', 'updateNotes', 'publish', 'delete'],
      revision: 1,
    })
  })

  it('can be changed in every field while they are drafts, part by part and as a whole', async () => {
    const { customer, entryIds } = await desk.buildWork()
    const other = await desk.buildWork()
    const draft = await desk.create({ customerId: customer.id })
    const body = {
      ...(await desk.complete(customer.id, { entryIds })),
      serviceFrom: '2026-02-01',
      serviceTo: '2026-02-28',
      notes: 'Vielen Dank.',
    }
    const patched = await admin.patch(url(draft.id), body)
    expect(patched.json()).toMatchObject({
      ...amounts,
      ...dates,
      number: body.number,
      notes: 'Vielen Dank.',
      revision: 2,
    })
    expect(patched.json().tickets).toMatchObject([{ entriesCount: 2, hoursCount: 2, total: 180 }])
    expect(patched.json().entries.map((entry: { id: string }) => entry.id)).toEqual(entryIds)

    const whole = {
      ...body,
      customerId: other.customer.id,
      entryIds: other.entryIds,
      serviceFrom: null,
      paid: false,
      paidDate: null,
    }
    const { notes: _, ...partial } = whole
    expect(errorsOf(await admin.put(url(draft.id), partial))).toEqual(['notes required'])
    const replaced = await admin.put(url(draft.id), { ...whole, number: '', notes: '' })
    expect(replaced.json()).toMatchObject({ number: null, serviceFrom: null, notes: '', revision: 3 })
    expect(replaced.json().customer.id).toBe(other.customer.id)
    const again = await admin.put(url(draft.id), { ...whole, number: null, notes: '' })
    expect(again.json().revision).toBe(3)
  })

  it('need amounts that add up, and report errors in German', async () => {
    const { customer } = await desk.buildWork()
    const wrong = { customerId: customer.id, net: 100, tax: [{ rate: 19, base: 90, amount: 19 }], gross: 120 }
    const answer = await admin.post(collection, wrong)
    expect(errorsOf(answer)).toEqual([
      'tax.0.amount tax.amount_unlikely',
      'net tax.net_differs',
      'gross tax.gross_differs',
    ])
    expect(answer.body).toContain('Netto und Steuer ergeben zusammen nicht den Bruttobetrag.')
    const draft = await desk.create({ customerId: customer.id, ...amounts })
    expect(errorsOf(await admin.patch(url(draft.id), { gross: 119.01 }))).toEqual(['gross tax.gross_differs'])
    expect(errorsOf(await admin.patch(url(draft.id), { gross: 119.001 }))).toEqual(['gross number.decimals'])
  })

  it('show no tax while the business is a small one', async () => {
    const { customer } = await desk.buildWork()
    const draft = await desk.create(await desk.complete(customer.id))
    const setSmall = (isSmallBusiness: boolean) =>
      inTransaction(portal.runtime, trx =>
        storeProfile(trx, portal.runtime, { ...emptyProfile, companyName: 'Musterwerk', isSmallBusiness }),
      )
    await setSmall(true)
    expect(errorsOf(await admin.post(collection, await desk.complete(customer.id)))).toEqual(['tax tax.small_business'])
    expect(errorsOf(await desk.publish(draft.id))).toEqual(['tax tax.small_business'])
    await desk.create(await desk.complete(customer.id, { net: 119, tax: [], gross: 119 }))
    await setSmall(false)
    expect((await desk.publish(draft.id)).statusCode).toBe(200)
  })

  it('reserve the entries of a draft, unchanged, until it is deleted', async () => {
    const { customer, ticket, entries, entryIds } = await desk.buildWork()
    const [first] = entries
    const draft = await desk.create(await desk.complete(customer.id, { entryIds }))
    const rival = await admin.post(collection, await desk.complete(customer.id, { entryIds: [first?.id] }))
    expect(errorsOf(rival)).toEqual(['entryIds entries.not_billable'])
    const change = await admin.patch(`/api/backend/ticket-entries/${first?.id}/`, { quantity: 9 })
    expect(change.json().code).toBe('ticket_entry.invoiced')
    expect((await admin.delete(`/api/backend/tickets/${ticket.id}/`)).json().code).toBe('ticket.has_invoiced_entries')
    const waiting = `/api/backend/customer/${customer.id}/billable-entries/`
    expect((await admin.get(waiting)).json()).toEqual({ count: 0, results: [] })

    await admin.patch(url(draft.id), { entryIds: [entryIds[1]] })
    expect((await admin.get(waiting)).json().results).toMatchObject([
      { id: entryIds[0], ticket: { id: ticket.id, number: ticket.number }, quantity: 1, hourlyRate: 90, total: 90 },
    ])
    expect((await admin.delete(url(draft.id))).statusCode).toBe(204)
    expect((await admin.get(waiting)).json().count).toBe(2)
    expect((await admin.get(url(draft.id))).statusCode).toBe(404)
    expect(await ticketOf(ticket.id)).toMatchObject({ invoicePaid: null, billedTotal: 0 })
  })

  it('take only finished entries of their customer', async () => {
    const { customer, ticket, entryIds } = await desk.buildWork()
    const other = await desk.buildWork()
    const unfinished = await buildEntry(portal.runtime, { ticket_id: ticket.id, progress: 'inProgress' })
    const nobodys = '01970000-0000-7000-8000-000000000000'
    for (const id of [unfinished.id, other.entryIds[0], nobodys]) {
      const answer = await admin.post(collection, { customerId: customer.id, entryIds: [...entryIds, id] })
      expect(errorsOf(answer)).toEqual(['entryIds entries.not_billable'])
    }
    const draft = await desk.create({ customerId: customer.id, entryIds })
    const moved = await admin.patch(url(draft.id), { customerId: other.customer.id })
    expect(errorsOf(moved)).toEqual(['entryIds entries.not_billable'])
    expect(errorsOf(await admin.post(collection, { customerId: nobodys }))).toEqual(['customerId reference.unknown'])
  })

  it('are paid on the day named, today unless named, and never tomorrow', async () => {
    const { customer } = await desk.buildWork()
    const draft = await desk.create(await desk.complete(customer.id))
    expect((await admin.patch(url(draft.id), { paid: true })).json().code).toBe('invoice.not_issued')
    await desk.publish(draft.id)
    const pay = async (body: object) => (await admin.patch(url(draft.id), body)).json()
    expect(await pay({ paid: true })).toMatchObject({ paid: true, paidDate: today })
    expect(await pay({ paidDate: '2026-03-05' })).toMatchObject({ paid: true, paidDate: '2026-03-05' })
    expect(await pay({ paid: true, paidDate: '' })).toMatchObject({ paidDate: '2026-03-05' })
    expect(errorsOf(await admin.patch(url(draft.id), { paidDate: '2026-03-11' }))).toEqual(['paidDate date.in_future'])
    expect(await pay({ paid: false })).toMatchObject({ paid: false, paidDate: null })
    const answer = await admin.patch(url(draft.id), { paidDate: '2026-03-05' })
    expect(errorsOf(answer)).toEqual(['paidDate invoice.paid_date_unpaid'])
    const log = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', draft.id)
      .orderBy('seq')
      .execute()
    expect(log.map(({ action, details }) => `${action} ${details}`)).toEqual([
      `invoice.created ${draft.number}`,
      `invoice.published ${draft.number}`,
      `invoice.paid ${draft.number}`,
      'invoice.updated paidDate',
      `invoice.unpaid ${draft.number}`,
    ])
  })

  it('have unique numbers, regardless of case and blanks', async () => {
    const { customer } = await desk.buildWork()
    const draft = await desk.create(await desk.complete(customer.id, { number: 'Straße 7/a  B' }))
    for (const number of ['STRASSE 7/A b', 'straße 7/a B']) {
      const answer = await admin.post(collection, await desk.complete(customer.id, { number }))
      expect(errorsOf(answer)).toEqual(['number invoice_number.taken'])
    }
    const other = await desk.create(await desk.complete(customer.id))
    expect(errorsOf(await admin.patch(url(other.id), { number: 'strasse 7/a b' }))).toEqual([
      'number invoice_number.taken',
    ])
    expect((await admin.patch(url(draft.id), { number: 'STRASSE 7/A B' })).json().number).toBe('STRASSE 7/A B')
    for (const number of ['../../etc', 'a\nb', '"x"', 'x'.repeat(37), '<b>']) {
      expect([number, (await admin.patch(url(other.id), { number })).statusCode]).toEqual([number, 422])
    }
  })

  it('are not overwritten by an actor who has not seen the last change', async () => {
    const { customer } = await desk.buildWork()
    const draft = await desk.create(await desk.complete(customer.id))
    await admin.patch(url(draft.id), { notes: 'Neu' })
    const headers = { 'if-match': '"1"' }
    expect((await admin.patch(url(draft.id), { notes: 'Alt' }, { headers })).statusCode).toBe(412)
    expect((await admin.post(`${url(draft.id)}publication/`, undefined, { headers })).statusCode).toBe(412)
    expect((await admin.delete(url(draft.id), { headers })).statusCode).toBe(412)
  })

  it('cannot be created, changed, published or billed by a customer', async () => {
    const { customer } = await desk.buildWork()
    const kim = await logIn(customer.id)
    const draft = await desk.create(await desk.complete(customer.id))
    await desk.publish(draft.id)
    expect((await kim.post(collection, { customerId: customer.id })).statusCode).toBe(403)
    for (const answer of [
      await kim.patch(url(draft.id), { paid: true }),
      await kim.delete(url(draft.id)),
      await kim.post(`${url(draft.id)}publication/`),
      await kim.get(`/api/backend/customer/${customer.id}/billable-entries/`),
    ]) {
      expect(answer.json().code).toBe('role.forbidden')
    }
  })
})
