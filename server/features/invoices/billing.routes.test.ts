import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceEntriesMax, invoiceLinesMax } from '#contract/limits.ts'
import { newId } from '#server/database/ids.ts'
import { buildCustomer, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { collection, errorsOf, type InvoiceDesk, openInvoiceDesk, url } from '#server/testing/invoice-desk.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const drafts = '/api/backend/invoice-drafts/'
const waiting = '/api/backend/billable-work/'
const finished = { progress: 'finished' } as const

describe.each(engines)('billing on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let desk: InvoiceDesk
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    desk = openInvoiceDesk(portal, admin)
  })
  afterAll(() => portal.close())

  const bill = async (body: object) => {
    const answer = await admin.post(drafts, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().results
  }
  const entriesOf = async (id: string) =>
    (await admin.get(url(id))).json().entries.map((entry: { id: string }) => entry.id)

  it('creates one draft of all finished work of a customer, with amounts, dates and time of the service', async () => {
    const customer = await buildCustomer(portal.runtime)
    const first = await buildTicket(portal.runtime, { customer_id: customer.id })
    const second = await buildTicket(portal.runtime, { customer_id: customer.id })
    const done = [
      await buildEntry(portal.runtime, { ...finished, ticket_id: first.id, date: '2026-02-03', minutes: 60 }),
      await buildEntry(portal.runtime, { ...finished, ticket_id: second.id, date: '2026-02-20', minutes: 30 }),
    ]
    await buildEntry(portal.runtime, { ticket_id: first.id, progress: 'inProgress', minutes: 600 })
    const ofOthers = await desk.buildWork()

    const [draft, ...more] = await bill({ customerId: customer.id })
    expect(more).toEqual([])
    expect(draft).toMatchObject({
      state: 'draft',
      number: null,
      customer: { id: customer.id },
      issueDate: '2026-03-10',
      dueDate: '2026-03-24',
      serviceFrom: '2026-02-03',
      serviceTo: '2026-02-20',
      net: 135,
      tax: [{ rate: 19, base: 135, amount: 25.65 }],
      gross: 160.65,
    })
    expect(draft.tickets.map(({ id }: { id: string }) => id).sort()).toEqual([first.id, second.id].sort())
    expect((await entriesOf(draft.id)).sort()).toEqual(done.map(({ id }) => id).sort())
    const left = (await admin.get(`${waiting}?customer=${ofOthers.customer.id}`)).json()
    expect(left.results).toMatchObject([{ entriesCount: 2, total: 180 }])
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', draft.id)
      .execute()
    expect(lines).toEqual([{ action: 'invoice.created' }])
    // Only the document is missing now.
    expect((await admin.get(url(draft.id))).json().missing.map(({ field }: { field: string }) => field)).toEqual([
      'number',
      'pdfFileId',
    ])
  })

  it('creates a draft for each customer of the named tickets, of these tickets alone', async () => {
    const one = await desk.buildWork()
    const other = await desk.buildWork()
    const beside = await buildTicket(portal.runtime, { customer_id: one.customer.id })
    await buildEntry(portal.runtime, { ...finished, ticket_id: beside.id })
    const nothing = await buildTicket(portal.runtime)

    const made = await bill({ ticketIds: [one.ticket.id, other.ticket.id, nothing.id] })
    expect(made.map((draft: { customer: { id: string } }) => draft.customer.id).sort()).toEqual(
      [one.customer.id, other.customer.id].sort(),
    )
    const ofOne = made.find((draft: { customer: { id: string } }) => draft.customer.id === one.customer.id)
    expect((await entriesOf(ofOne.id)).sort()).toEqual([...one.entryIds].sort())
    expect((await admin.get(`${waiting}?customer=${one.customer.id}`)).json().results).toMatchObject([
      { entriesCount: 1 },
    ])
  })

  it('shows no tax while the business is a small one', async () => {
    await admin.patch('/api/backend/business-profile/', { isSmallBusiness: true })
    const { customer } = await desk.buildWork()
    const [draft] = await bill({ customerId: customer.id })
    expect([draft.net, draft.tax, draft.gross]).toEqual([180, [], 180])
    await admin.patch('/api/backend/business-profile/', { isSmallBusiness: false })
  })

  it('puts as many entries on a draft as it holds, the oldest first', async () => {
    const ticket = await buildTicket(portal.runtime)
    const newest = await buildEntry(portal.runtime, { ...finished, ticket_id: ticket.id, date: '2026-01-02' })
    const older = Array.from({ length: invoiceEntriesMax }, () => ({
      ...newest,
      id: newId(portal.runtime.clock.now()),
      date: '2026-01-01',
    }))
    for (const some of [older.slice(0, 250), older.slice(250)]) {
      await portal.runtime.db.insertInto('ticket_entry').values(some).execute()
    }
    const [draft] = await bill({ ticketIds: [ticket.id] })
    expect((await entriesOf(draft.id)).sort()).toEqual(older.map(({ id }) => id).sort())
    const left = (await admin.get(`${waiting}?customer=${ticket.customer_id}`)).json()
    expect(left.results).toMatchObject([{ entriesCount: 1, since: '2026-01-02' }])
  })

  it('puts as much work on a draft that the portal writes as its lines hold, unless the work was chosen', async () => {
    const ticket = await buildTicket(portal.runtime)
    const work = { ...finished, ticket_id: ticket.id, extra_cents: 1_000 }
    const newest = await buildEntry(portal.runtime, { ...work, date: '2026-01-02' })
    const older = Array.from({ length: invoiceLinesMax / 2 }, () => ({
      ...newest,
      id: newId(portal.runtime.clock.now()),
      date: '2026-01-01',
    }))
    await portal.runtime.db.insertInto('ticket_entry').values(older).execute()
    const chosen = [newest, ...older].map(({ id }) => id)
    const refused = await admin.post(drafts, { entryIds: chosen, form: 'written' })
    expect(errorsOf(refused)).toEqual(['lines invoice.too_many_lines'])
    const [draft] = await bill({ customerId: ticket.customer_id, form: 'written' })
    const { written } = (await admin.get(url(draft.id))).json()
    expect(written.lines).toHaveLength(invoiceLinesMax)
    expect((await entriesOf(draft.id)).sort()).toEqual(older.map(({ id }) => id).sort())
    const left = (await admin.get(`${waiting}?customer=${ticket.customer_id}`)).json()
    expect(left.results).toMatchObject([{ entriesCount: 1, since: '2026-01-02' }])
  })

  it('reports why it cannot create a draft, and creates none', async () => {
    const { customer, ticket } = await desk.buildWork()
    const unknown = '01890000-0000-7000-8000-000000000000'
    const before = (await admin.get(collection)).json().count
    expect(errorsOf(await admin.post(drafts, {}))).toEqual(['ticketIds ids.required'])
    expect(errorsOf(await admin.post(drafts, { ticketIds: [] }))).toEqual(['ticketIds ids.required'])
    expect(errorsOf(await admin.post(drafts, { customerId: unknown }))).toEqual(['customerId reference.unknown'])
    expect(errorsOf(await admin.post(drafts, { ticketIds: [ticket.id, unknown] }))).toEqual([
      'ticketIds reference.unknown',
    ])
    expect((await admin.get(collection)).json().count).toBe(before)
    await bill({ customerId: customer.id })
    const again = await admin.post(drafts, { customerId: customer.id })
    expect([again.statusCode, again.json().code]).toEqual([409, 'billing.nothing_to_bill'])
    expect((await admin.get(`${waiting}?customer=${customer.id}`)).json()).toEqual({ count: 0, results: [] })
    const gone = await desk.buildWork()
    const erased = portal.runtime.db.updateTable('customer').set({ erased_at: '2026-03-01T00:00:00.000Z' })
    await erased.where('id', '=', gone.customer.id).execute()
    expect((await admin.post(drafts, { ticketIds: [gone.ticket.id] })).json().code).toBe('billing.nothing_to_bill')
  })

  it('creates no draft only of work without hours and amount, and offers none; other work includes it', async () => {
    const favour = { ...finished, minutes: 0, date: '2026-01-05' }
    const other = await desk.buildWork()
    const ticket = await buildTicket(portal.runtime)
    const first = await buildEntry(portal.runtime, { ...favour, ticket_id: ticket.id })
    const offered = async () =>
      (await admin.get(`${waiting}?page_size=100`))
        .json()
        .results.filter((work: { customer: { id: string } }) => work.customer.id === ticket.customer_id)
    const ofOne = `${waiting}?customer=${ticket.customer_id}`

    expect(await offered()).toEqual([])
    expect((await admin.get(ofOne)).json()).toEqual({ count: 0, results: [] })
    const before = (await admin.get(collection)).json().count
    for (const wanted of [{ customerId: ticket.customer_id }, { ticketIds: [ticket.id] }]) {
      const refused = await admin.post(drafts, wanted)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'billing.nothing_to_bill'])
      expect(refused.json().title).toContain('weder Stunden noch einen Betrag')
    }
    expect((await admin.get(collection)).json().count).toBe(before)
    const [ofOther, ...more] = await bill({ ticketIds: [ticket.id, other.ticket.id] })
    expect([ofOther.customer.id, more]).toEqual([other.customer.id, []])

    // An amount alone, or hours that cost nothing, are billed.
    const amount = await buildEntry(portal.runtime, { ...favour, ticket_id: ticket.id, extra_cents: 4_900 })
    expect(await offered()).toMatchObject([{ entriesCount: 2, hoursCount: 0, total: 49 }])
    const [draft] = await bill({ customerId: ticket.customer_id })
    expect((await entriesOf(draft.id)).sort()).toEqual([first.id, amount.id].sort())
    await buildEntry(portal.runtime, { ...finished, ticket_id: ticket.id, minutes: 30, hourly_rate_cents: 0 })
    expect(await offered()).toMatchObject([{ entriesCount: 1, hoursCount: 0.5, total: 0 }])
    expect(await bill({ customerId: ticket.customer_id })).toHaveLength(1)
  })

  it('lists who can be billed, the longest waiting first', async () => {
    const late = await desk.buildWork()
    const early = await buildTicket(portal.runtime)
    await buildEntry(portal.runtime, { ...finished, ticket_id: early.id, date: '2025-01-01', minutes: 90 })
    const { results, count } = (await admin.get(`${waiting}?page_size=100`)).json()
    expect(count).toBe(results.length)
    const since = results.map((row: { since: string }) => row.since)
    expect(since).toEqual([...since].sort())
    expect(results[0]).toMatchObject({ customer: { id: early.customer_id }, hoursCount: 1.5, total: 135 })
    expect(results.some((row: { customer: { id: string } }) => row.customer.id === late.customer.id)).toBe(true)
    const page = (await admin.get(`${waiting}?page_size=1&page=2`)).json()
    expect([page.count, page.results]).toEqual([count, [results[1]]])
  })

  it('lists of some tickets exactly the customers that billing these would create drafts for', async () => {
    const [one, other] = [await desk.buildWork(), await desk.buildWork()]
    const unfinished = await buildTicket(portal.runtime, { customer_id: one.customer.id })
    await buildEntry(portal.runtime, { ticket_id: unfinished.id, progress: 'inProgress', minutes: 60 })
    const free = await buildTicket(portal.runtime)
    await buildEntry(portal.runtime, { ...finished, ticket_id: free.id, minutes: 0 })
    const offered = async (...tickets: { id: string }[]) => {
      const { count, results } = (await admin.get(`${waiting}?tickets=${tickets.map(({ id }) => id).join()}`)).json()
      expect(count).toBe(results.length)
      return results.map((row: { customer: { id: string } }) => row.customer.id).sort()
    }
    expect(await offered(unfinished, free)).toEqual([])
    const chosen = [unfinished, one.ticket, free, other.ticket]
    expect(await offered(...chosen)).toEqual([one.customer.id, other.customer.id].sort())
    const ofOne = `${waiting}?tickets=${chosen.map(({ id }) => id).join()}&customer=${one.customer.id}`
    expect((await admin.get(ofOne)).json()).toMatchObject({
      count: 1,
      results: [{ customer: { id: one.customer.id } }],
    })
    const made = await bill({ ticketIds: chosen.map(({ id }) => id) })
    expect(made.map((draft: { customer: { id: string } }) => draft.customer.id).sort()).toEqual(
      [one.customer.id, other.customer.id].sort(),
    )
    expect(await offered(...chosen)).toEqual([])

    for (const wrong of ['', 'x', `${one.ticket.id},`, Array(101).fill(one.ticket.id).join()]) {
      expect((await admin.get(`${waiting}?tickets=${wrong}`)).statusCode, wrong.slice(0, 40)).toBe(422)
    }
  })

  it('sums up the work of some days as billing these days would', async () => {
    const ticket = await buildTicket(portal.runtime)
    for (const date of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']) {
      await buildEntry(portal.runtime, { ...finished, ticket_id: ticket.id, date, minutes: 60 })
    }
    const customerId = ticket.customer_id
    const offered = async (of: string, days: string) =>
      (await admin.get(`${waiting}?${of}${days}`))
        .json()
        .results.map((row: { entriesCount: number }) => row.entriesCount)
    for (const of of [`customer=${customerId}`, `tickets=${ticket.id}`]) {
      expect(await offered(of, '&from=2026-02-01'), of).toEqual([3])
      expect(await offered(of, '&to=2026-02-28'), of).toEqual([3])
      expect(await offered(of, '&from=2026-02-01&to=2026-02-28'), of).toEqual([2])
      expect(await offered(of, '&from=2026-03-02'), of).toEqual([])
    }
    expect((await admin.get(`${waiting}?from=2026-02-30`)).statusCode).toBe(422)
    const [draft] = await bill({ customerId, from: '2026-02-01', to: '2026-02-28' })
    expect(await entriesOf(draft.id)).toHaveLength(2)
    expect(await offered(`customer=${customerId}`, '')).toEqual([2])
  })

  it('lists the entries of some tickets and days to choose from, and bills exactly the chosen ones', async () => {
    const ticket = await buildTicket(portal.runtime)
    const other = await buildTicket(portal.runtime, { customer_id: ticket.customer_id })
    const built = []
    for (const [ticket_id, date] of [
      [ticket.id, '2026-01-31'],
      [ticket.id, '2026-02-01'],
      [other.id, '2026-02-02'],
      [other.id, '2026-03-01'],
    ] as const) {
      built.push(await buildEntry(portal.runtime, { ...finished, ticket_id, date }))
    }
    await buildEntry(portal.runtime, { ticket_id: ticket.id, date: '2026-02-01', progress: 'inProgress' })
    const [first, second, third, fourth] = built.map(({ id }) => id)
    const list = `/api/backend/customer/${ticket.customer_id}/billable-entries/`
    const offered = async (query: string) => {
      const { count, results } = (await admin.get(`${list}?${query}`)).json()
      return [count, ...results.map(({ id }: { id: string }) => id)]
    }
    expect(await offered('')).toEqual([4, first, second, third, fourth])
    expect(await offered('from=2026-02-01')).toEqual([3, second, third, fourth])
    expect(await offered('to=2026-02-01')).toEqual([2, first, second])
    expect(await offered(`tickets=${other.id}`)).toEqual([2, third, fourth])
    expect(await offered(`tickets=${ticket.id},${other.id}&from=2026-02-01&to=2026-02-28`)).toEqual([2, second, third])
    expect(await offered('from=2026-02-01&page_size=2&page=2')).toEqual([3, fourth])
    const foreign = await buildTicket(portal.runtime)
    expect(await offered(`tickets=${foreign.id}`)).toEqual([0])
    expect((await admin.get(`${list}?tickets=x`)).statusCode).toBe(422)

    const [draft] = await bill({ form: 'written', entryIds: [second, fourth] })
    expect(await entriesOf(draft.id)).toEqual([second, fourth])
    expect(await offered('to=2026-12-31')).toEqual([2, first, third])
  })

  it('bills an entry once under concurrent requests', async () => {
    const { customer, ticket, entryIds } = await desk.buildWork()
    const answers = await Promise.all([
      admin.post(drafts, { customerId: customer.id }),
      admin.post(drafts, { ticketIds: [ticket.id] }),
      admin.post(drafts, { customerId: customer.id, ticketIds: [ticket.id] }),
    ])
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([201, 409, 409])
    const made = answers.find(answer => answer.statusCode === 201)?.json().results
    expect((await entriesOf(made[0].id)).sort()).toEqual([...entryIds].sort())
  })
})
