import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/settings/commands.ts'
import { emptyProfile } from '#server/features/settings/rules.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { snapshotOf } from '#server/testing/snapshot.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const collection = '/api/backend/invoices/'
const url = (id: string) => `${collection}${id}/`
const today = '2026-03-10'

const pdf = Buffer.from('%PDF-1.7\n% Rechnung')
const amounts = { net: 100, tax: [{ rate: 19, base: 100, amount: 19 }], gross: 119 }
const dates = { issueDate: '2026-03-02', dueDate: '2026-03-16' }

describe.each(engines)('invoices on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let numbers = 0
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const nextNumber = () => {
    numbers += 1
    return `R-${numbers}`
  }
  const create = async (body: object) => {
    const answer = await admin.post(collection, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const publish = (id: string) => admin.post(`${url(id)}publication/`)
  const uploadPdf = async (content = pdf) => {
    const answer = await admin.upload('/api/backend/files/', 'Scan 1.pdf', content)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id as string
  }
  const complete = async (customerId: string, more: object = {}) => ({
    customerId,
    number: nextNumber(),
    ...dates,
    ...amounts,
    pdfFileId: await uploadPdf(),
    ...more,
  })
  /** A customer with a ticket on which two hours of 90 € are done. */
  const buildWork = async () => {
    const customer = await buildCustomer(portal.services, { email: 'kunde@example.org' })
    const ticket = await buildTicket(portal.services, { customer_id: customer.id })
    const entries = [
      await buildEntry(portal.services, { ticket_id: ticket.id, progress: 'finished' }),
      await buildEntry(portal.services, { ticket_id: ticket.id, progress: 'finished' }),
    ]
    return { customer, ticket, entries, entryIds: entries.map(entry => entry.id) }
  }
  const logIn = async (customerId: string) => portal.loginAs(await buildUser(portal.services, { customerId }))
  const ticketOf = async (id: string) => (await admin.get(`/api/backend/tickets/${id}/`)).json()
  const errorsOf = (answer: { json(): { errors: { field: string; code: string }[] } }) =>
    answer.json().errors.map(({ field, code }) => `${field} ${code}`)

  it('begin as a draft of a customer, with nothing else known', async () => {
    const { customer } = await buildWork()
    const draft = await create({ customerId: customer.id })
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
    const { customer, entryIds } = await buildWork()
    const other = await buildWork()
    const draft = await create({ customerId: customer.id })
    const body = {
      ...(await complete(customer.id, { entryIds })),
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

  it('need amounts that add up, and say in German which do not', async () => {
    const { customer } = await buildWork()
    const wrong = { customerId: customer.id, net: 100, tax: [{ rate: 19, base: 90, amount: 19 }], gross: 120 }
    const answer = await admin.post(collection, wrong)
    expect(errorsOf(answer)).toEqual([
      'tax.0.amount tax.amount_unlikely',
      'net tax.net_differs',
      'gross tax.gross_differs',
    ])
    expect(answer.body).toContain('Netto und Steuer ergeben zusammen nicht den Bruttobetrag.')
    const draft = await create({ customerId: customer.id, ...amounts })
    expect(errorsOf(await admin.patch(url(draft.id), { gross: 119.01 }))).toEqual(['gross tax.gross_differs'])
    expect(errorsOf(await admin.patch(url(draft.id), { gross: 119.001 }))).toEqual(['gross number.decimals'])
  })

  it('show no tax while the business is a small one', async () => {
    const { customer } = await buildWork()
    const draft = await create(await complete(customer.id))
    const setSmall = (isSmallBusiness: boolean) =>
      inTransaction(portal.services, trx =>
        storeProfile(trx, portal.services, { ...emptyProfile, companyName: 'Musterwerk', isSmallBusiness }),
      )
    await setSmall(true)
    expect(errorsOf(await admin.post(collection, await complete(customer.id)))).toEqual(['tax tax.small_business'])
    expect(errorsOf(await publish(draft.id))).toEqual(['tax tax.small_business'])
    await create(await complete(customer.id, { net: 119, tax: [], gross: 119 }))
    await setSmall(false)
    expect((await publish(draft.id)).statusCode).toBe(200)
  })

  it('are published only with everything a customer must find on them', async () => {
    const { customer } = await buildWork()
    const draft = await create({ customerId: customer.id })
    const answer = await publish(draft.id)
    expect(answer.statusCode).toBe(422)
    // The draft itself says so before anybody tries.
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
    const early = await create(await complete(customer.id, { issueDate: '2026-03-11', dueDate: '2026-03-11' }))
    expect(errorsOf(await publish(early.id))).toEqual(['issueDate date.in_future'])
    expect((await admin.get(url(draft.id))).json().state).toBe('draft')
  })

  it('are there for the customer from their publication on, which is told by mail', async () => {
    const { customer, ticket, entryIds } = await buildWork()
    const kim = await logIn(customer.id)
    const draft = await create(await complete(customer.id, { entryIds, notes: 'Geheimer Entwurf' }))
    expect((await kim.get(url(draft.id))).statusCode).toBe(404)
    expect((await kim.get(collection)).json()).toEqual({ count: 0, results: [] })
    expect((await kim.get(`${collection}?state=draft`)).json().count).toBe(0)
    expect((await kim.get(`${collection}?search=Geheimer`)).json().count).toBe(0)
    expect((await kim.get(`${collection}?overdue=false`)).json().count).toBe(0)

    const published = (await publish(draft.id)).json()
    expect(published).toMatchObject({
      state: 'issued',
      paid: false,
      permissions: ['updateNotes', 'markPaid', 'download'],
      revision: 2,
    })
    const seen = (await kim.get(url(draft.id))).json()
    expect(seen).toMatchObject({ number: draft.number, gross: 119, permissions: ['download'] })
    expect(seen.tickets).toEqual([expect.objectContaining({ id: ticket.id, number: ticket.number, total: 180 })])
    expect((await kim.get(collection)).json().count).toBe(1)
    expect(seen.missing).toEqual([])
    const mails = await portal.services.db
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
    const { customer, ticket, entryIds } = await buildWork()
    const kim = await logIn(customer.id)
    const [first = '', second = ''] = entryIds
    const one = await create(await complete(customer.id, { entryIds: [first] }))
    const badge = async () => {
      const seen = (await kim.get(`/api/backend/tickets/${ticket.id}/`)).json()
      return [seen.invoicePaid, seen.billedTotal, seen.openTotal, seen.invoices.length]
    }
    expect(await badge()).toEqual([null, 0, 180, 0])
    await publish(one.id)
    expect(await badge()).toEqual(['unpaid', 90, 90, 1])
    await admin.patch(url(one.id), { paid: true })
    expect(await badge()).toEqual(['paid', 90, 90, 1])
    const two = await create(await complete(customer.id, { entryIds: [second] }))
    expect(await badge()).toEqual(['paid', 90, 90, 1])
    await publish(two.id)
    expect(await badge()).toEqual(['unpaid', 180, 0, 2])
    await admin.patch(url(two.id), { paid: true })
    expect(await badge()).toEqual(['paid', 180, 0, 2])
    await admin.patch(url(one.id), { paid: false })
    expect(await badge()).toEqual(['unpaid', 180, 0, 2])
  })

  it('keep the entries of a draft for themselves, unchanged, until it is deleted', async () => {
    const { customer, ticket, entries, entryIds } = await buildWork()
    const [first] = entries
    const draft = await create(await complete(customer.id, { entryIds }))
    const rival = await admin.post(collection, await complete(customer.id, { entryIds: [first?.id] }))
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
    const { customer, ticket, entryIds } = await buildWork()
    const other = await buildWork()
    const unfinished = await buildEntry(portal.services, { ticket_id: ticket.id, progress: 'inProgress' })
    const nobodys = '01970000-0000-7000-8000-000000000000'
    for (const id of [unfinished.id, other.entryIds[0], nobodys]) {
      const answer = await admin.post(collection, { customerId: customer.id, entryIds: [...entryIds, id] })
      expect(errorsOf(answer)).toEqual(['entryIds entries.not_billable'])
    }
    const draft = await create({ customerId: customer.id, entryIds })
    const moved = await admin.patch(url(draft.id), { customerId: other.customer.id })
    expect(errorsOf(moved)).toEqual(['entryIds entries.not_billable'])
    expect(errorsOf(await admin.post(collection, { customerId: nobodys }))).toEqual(['customerId reference.unknown'])
  })

  it('change in nothing but notes and payment once they are published', async () => {
    const { customer, entryIds } = await buildWork()
    const draft = await create(await complete(customer.id, { entryIds: [entryIds[0]] }))
    const issued = (await publish(draft.id)).json()
    const before = await snapshotOf(portal.services)
    const changes = {
      customerId: (await buildCustomer(portal.services)).id,
      number: nextNumber(),
      issueDate: '2026-03-03',
      dueDate: '2026-03-17',
      serviceFrom: '2026-01-01',
      serviceTo: '2026-01-01',
      net: 99,
      gross: 120,
      tax: [],
      pdfFileId: await uploadPdf(),
      entryIds,
    }
    for (const [name, value] of Object.entries(changes)) {
      const answer = await admin.patch(url(draft.id), { [name]: value })
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 409, 'invoice.published'])
    }
    expect((await admin.delete(url(draft.id))).json().code).toBe('invoice.published')
    expect((await publish(draft.id)).json().code).toBe('invoice.published')
    expect((await snapshotOf(portal.services)).invoice).toEqual(before.invoice)

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

  it('are paid on the day named, today unless named, and never tomorrow', async () => {
    const { customer } = await buildWork()
    const draft = await create(await complete(customer.id))
    expect((await admin.patch(url(draft.id), { paid: true })).json().code).toBe('invoice.not_issued')
    await publish(draft.id)
    const pay = async (body: object) => (await admin.patch(url(draft.id), body)).json()
    expect(await pay({ paid: true })).toMatchObject({ paid: true, paidDate: today })
    expect(await pay({ paidDate: '2026-03-05' })).toMatchObject({ paid: true, paidDate: '2026-03-05' })
    expect(await pay({ paid: true, paidDate: '' })).toMatchObject({ paidDate: '2026-03-05' })
    expect(errorsOf(await admin.patch(url(draft.id), { paidDate: '2026-03-11' }))).toEqual(['paidDate date.in_future'])
    expect(await pay({ paid: false })).toMatchObject({ paid: false, paidDate: null })
    const answer = await admin.patch(url(draft.id), { paidDate: '2026-03-05' })
    expect(errorsOf(answer)).toEqual(['paidDate invoice.paid_date_unpaid'])
    const log = await portal.services.db
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

  it('have numbers that nobody else has, whatever case and blanks', async () => {
    const { customer } = await buildWork()
    const draft = await create(await complete(customer.id, { number: 'Straße 7/a  B' }))
    for (const number of ['STRASSE 7/A b', 'straße 7/a B']) {
      const answer = await admin.post(collection, await complete(customer.id, { number }))
      expect(errorsOf(answer)).toEqual(['number invoice_number.taken'])
    }
    const other = await create(await complete(customer.id))
    expect(errorsOf(await admin.patch(url(other.id), { number: 'strasse 7/a b' }))).toEqual([
      'number invoice_number.taken',
    ])
    expect((await admin.patch(url(draft.id), { number: 'STRASSE 7/A B' })).json().number).toBe('STRASSE 7/A B')
    for (const number of ['../../etc', 'a\nb', '"x"', 'x'.repeat(37), '<b>']) {
      expect([number, (await admin.patch(url(other.id), { number })).statusCode]).toEqual([number, 422])
    }
  })

  it('are not overwritten by who has not seen the last change', async () => {
    const { customer } = await buildWork()
    const draft = await create(await complete(customer.id))
    await admin.patch(url(draft.id), { notes: 'Neu' })
    const headers = { 'if-match': '"1"' }
    expect((await admin.patch(url(draft.id), { notes: 'Alt' }, { headers })).statusCode).toBe(412)
    expect((await admin.post(`${url(draft.id)}publication/`, undefined, { headers })).statusCode).toBe(412)
    expect((await admin.delete(url(draft.id), { headers })).statusCode).toBe(412)
  })

  it('are not a customer’s to make, change, publish or bill', async () => {
    const { customer } = await buildWork()
    const kim = await logIn(customer.id)
    const draft = await create(await complete(customer.id))
    await publish(draft.id)
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

  it('that were issued are kept by the database itself', async () => {
    const invoice = await buildInvoice(portal.services, [])
    const { db } = portal.services
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
    await expect(buildInvoice(portal.services, [], { ...wrong, tax_lines: '[]' })).rejects.toThrow()
    await expect(buildInvoice(portal.services, [], { is_paid: 1, paid_on: null })).rejects.toThrow()
  })

  it('are summed up: what is owed, what of it is overdue, what is due next', async () => {
    const customer = await buildCustomer(portal.services)
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
      buildInvoice(portal.services, [], {
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
    await buildInvoice(portal.services, [], { customer_id: customer.id, state: 'draft', net_cents: 10_000 })
    const own = { unpaidTotal: 357, unpaidCount: 3, overdueTotal: 119, overdueCount: 1, nextDueDate: '2026-03-10' }
    expect(await summary(kim)).toEqual({ ...own, draftsCount: 0 })
    expect(await summary(admin, `?customer=${customer.id}`)).toEqual({ ...own, draftsCount: 1 })
    const other = await logIn((await buildCustomer(portal.services)).id)
    expect(await summary(other, `?customer=${customer.id}`)).toEqual(nothing)
    const all = await summary(admin)
    expect(all.unpaidCount).toBeGreaterThanOrEqual(3)
    portal.clock.advance(dayMs)
    const tomorrow = await logIn(customer.id)
    expect(await summary(tomorrow)).toMatchObject({ overdueTotal: 238, overdueCount: 2, nextDueDate: '2026-04-01' })
    portal.clock.advance(-dayMs)
  })
})
