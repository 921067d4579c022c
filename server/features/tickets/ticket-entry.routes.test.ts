import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageSizeMax, ticketEntriesMax } from '#contract/limits.ts'
import { newId } from '#server/database/ids.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { checkTicketSums } from './ticket-sums.queries.ts'

const entries = '/api/backend/ticket-entries/'
const url = (id: string) => `${entries}${id}/`

describe.each(engines)('ticket entries on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(async () => {
    expect(await checkTicketSums(portal.runtime.db)).toEqual([])
    await portal.close()
  })

  const logIn = async (customerId: string) =>
    portal.loginAs(await buildUser(portal.runtime, { role: 'customer', customerId }))
  const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]
  const fieldsOf = (answer: { json(): { errors: { field: string; code: string }[] } }) =>
    answer.json().errors.map(error => `${error.field} ${error.code}`)

  describe('of a customer', () => {
    it('begin as a wish that costs nothing, at the rate of the ticket, dated today in Berlin', async () => {
      const ticket = await buildTicket(portal.runtime, { hourly_rate_cents: 8_800 })
      const kim = await logIn(ticket.customer_id)
      const answer = await kim.post(entries, { ticketId: ticket.id, name: 'Bitte auch im Hof' })
      expect(answer.statusCode).toBe(201)
      expect(answer.json()).toMatchObject({
        type: 'wish',
        progress: 'upcoming',
        quantity: 0,
        total: 0,
        hourlyRate: 88,
        date: '2026-03-10',
        createdBy: 'customer',
        permissions: ['update', 'delete'],
      })
      expect((await kim.get(url(answer.json().id))).json()).toEqual(answer.json())
      expect((await kim.get(`/api/backend/tickets/${ticket.id}/`)).json()).toMatchObject({ entriesCount: 1, total: 0 })
    })

    it('contain no money or progress', async () => {
      const ticket = await buildTicket(portal.runtime)
      const kim = await logIn(ticket.customer_id)
      const refused = await kim.post(entries, {
        ticketId: ticket.id,
        name: 'x',
        quantity: 1,
        hourlyRate: 1,
        progress: 'finished',
      })
      expect(refused.statusCode).toBe(422)
      expect(fieldsOf(refused)).toEqual(
        expect.arrayContaining(['quantity unknown_field', 'hourlyRate unknown_field', 'progress unknown_field']),
      )
    })

    it("are refused on a finished ticket, and on another customer's ticket", async () => {
      const finished = await buildTicket(portal.runtime, { progress: 'finished' })
      const kim = await logIn(finished.customer_id)
      expect(codeOf(await kim.post(entries, { ticketId: finished.id, name: 'Noch etwas' }))).toEqual([
        409,
        'ticket.entries_closed',
      ])
      const foreign = await buildTicket(portal.runtime)
      expect(fieldsOf(await kim.post(entries, { ticketId: foreign.id, name: 'x' }))).toEqual([
        'ticketId reference.unknown',
      ])
      expect(fieldsOf(await kim.post(entries, { ticketId: newId(), name: 'x' }))).toEqual([
        'ticketId reference.unknown',
      ])
    })

    it('can be changed and deleted while nobody has worked on them', async () => {
      const ticket = await buildTicket(portal.runtime)
      const kim = await logIn(ticket.customer_id)
      const { id } = (await kim.post(entries, { ticketId: ticket.id, name: 'Wunsch' })).json()
      expect((await kim.patch(url(id), { name: 'Anderer Wunsch' })).json()).toMatchObject({
        name: 'Anderer Wunsch',
        revision: 2,
      })
      expect(fieldsOf(await kim.put(url(id), { name: 'Nur der Name' }))).toEqual(
        expect.arrayContaining(['description required', 'type required']),
      )
      expect(fieldsOf(await kim.patch(url(id), { date: '2026-01-01' }))).toEqual(['date unknown_field'])

      await admin.patch(url(id), { quantity: 0.5 })
      expect((await kim.get(url(id))).json().permissions).toEqual([])
      expect(codeOf(await kim.patch(url(id), { name: 'Doch anders' }))).toEqual([409, 'ticket_entry.already_worked_on'])
      expect(codeOf(await kim.delete(url(id)))).toEqual([409, 'ticket_entry.already_worked_on'])

      await admin.patch(url(id), { quantity: 0 })
      expect((await kim.delete(url(id))).statusCode).toBe(204)
    })

    it('are the only ones a customer can change', async () => {
      const entry = await buildEntry(portal.runtime, { minutes: 0 })
      const kim = await logIn(entry.customer_id)
      expect(codeOf(await kim.delete(url(entry.id)))).toEqual([409, 'ticket_entry.not_own'])
    })
  })

  describe('of an admin', () => {
    it('are billed: printed hours times rate plus extra', async () => {
      const ticket = await buildTicket(portal.runtime)
      const body = {
        ticketId: ticket.id,
        name: 'Wallbox montiert',
        type: 'installation',
        quantity: 1.25,
        hourlyRate: 92,
        chargedExtra: 19.99,
        chargedExtraText: 'Kleinmaterial',
        date: '2026-03-02',
        progress: 'finished',
      }
      const created = (await admin.post(entries, body)).json()
      expect(created).toMatchObject({ ...body, total: 134.99, createdBy: 'admin' })
      expect((await admin.get(`/api/backend/tickets/${ticket.id}/`)).json()).toMatchObject({
        hoursCount: 1.25,
        total: 134.99,
        entriesCount: 1,
      })
    })

    it('need a text for an extra', async () => {
      const entry = await buildEntry(portal.runtime)
      expect(fieldsOf(await admin.patch(url(entry.id), { chargedExtra: 5 }))).toEqual([
        'chargedExtraText extra_text.required',
      ])
      expect(fieldsOf(await admin.post(entries, { ticketId: entry.ticket_id, name: 'x', chargedExtra: 5 }))).toEqual([
        'chargedExtraText extra_text.required',
      ])
    })

    it('go one step at a time, forward and back', async () => {
      const entry = await buildEntry(portal.runtime)
      const set = async (progress: string) => admin.patch(url(entry.id), { progress })
      expect(codeOf(await set('finished'))).toEqual([409, 'ticket_entry.progress_step'])
      expect((await set('inProgress')).json().progress).toBe('inProgress')
      expect((await set('finished')).json().progress).toBe('finished')
      expect((await set('inProgress')).json().progress).toBe('inProgress')
    })

    it('stay as they are once invoiced', async () => {
      const entry = await buildEntry(portal.runtime)
      await buildInvoice(portal.runtime, [entry])
      for (const change of [{ progress: 'inProgress' }, { quantity: 9 }, { name: 'Anders' }]) {
        expect(codeOf(await admin.patch(url(entry.id), change))).toEqual([409, 'ticket_entry.invoiced'])
      }
      expect(codeOf(await admin.delete(url(entry.id)))).toEqual([409, 'ticket_entry.invoiced'])
      expect((await admin.get(url(entry.id))).json().permissions).toEqual([])
    })

    it('may still be booked on a finished ticket', async () => {
      const ticket = await buildTicket(portal.runtime, { progress: 'finished' })
      expect((await admin.post(entries, { ticketId: ticket.id, name: 'Nachtrag', quantity: 1 })).statusCode).toBe(201)
    })

    it('keep the exact minutes when another field changes', async () => {
      const entry = await buildEntry(portal.runtime, { minutes: 50 })
      await admin.patch(url(entry.id), { name: 'Neu benannt' })
      const row = await portal.runtime.db
        .selectFrom('ticket_entry')
        .select(['minutes', 'total_cents'])
        .where('id', '=', entry.id)
        .executeTakeFirst()
      expect(row).toEqual({ minutes: 50, total_cents: entry.total_cents })
    })

    it('are not overwritten by somebody who saw an older state', async () => {
      const entry = await buildEntry(portal.runtime)
      const headers = { 'if-match': '"1"' }
      expect((await admin.patch(url(entry.id), { quantity: 2 }, { headers })).statusCode).toBe(200)
      expect(codeOf(await admin.patch(url(entry.id), { quantity: 3 }, { headers }))).toEqual([412, 'stale'])
      expect(codeOf(await admin.delete(url(entry.id), { headers }))).toEqual([412, 'stale'])
    })
  })

  it('are returned with their ticket up to 200, the oldest first, and the others as pages of the list', async () => {
    const customer = await buildCustomer(portal.runtime)
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id })
    const dates = ['2026-01-02', '2026-01-01', '2026-01-03']
    for (let at = 0; at < ticketEntriesMax + 5; at += 1) {
      await buildEntry(portal.runtime, { ticket_id: ticket.id, minutes: 60, date: dates[at % dates.length] ?? '' })
    }
    const kim = await logIn(customer.id)
    const item = (await kim.get(`/api/backend/tickets/${ticket.id}/`)).json()
    expect(item.entries).toHaveLength(ticketEntriesMax)
    expect(item).toMatchObject({ entriesCount: ticketEntriesMax + 5, hoursCount: ticketEntriesMax + 5 })
    const pages = await Promise.all(
      [1, 2, 3].map(async page => {
        const query = `ticket=${ticket.id}&ordering=date&page=${page}&page_size=${pageSizeMax}`
        return (await kim.get(`${entries}?${query}`)).json().results
      }),
    )
    expect(pages[2]).toHaveLength(5)
    expect(pages.flat().slice(0, ticketEntriesMax)).toEqual(item.entries)
  })

  it('are listed for one ticket or all in scope, filtered and in order', async () => {
    const customer = await buildCustomer(portal.runtime)
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id })
    const old = await buildEntry(portal.runtime, { ticket_id: ticket.id, date: '2026-01-05', progress: 'finished' })
    const early = await buildEntry(portal.runtime, { ticket_id: ticket.id, date: '2025-12-24' })
    const other = await buildTicket(portal.runtime, { customer_id: customer.id })
    const elsewhere = await buildEntry(portal.runtime, { ticket_id: other.id, date: '2026-02-01' })
    const foreign = await buildEntry(portal.runtime)
    const kim = await logIn(customer.id)
    const ids = async (query: string) =>
      (await kim.get(`${entries}?${query}`)).json().results.map((row: { id: string }) => row.id)
    expect(await ids('')).toEqual([elsewhere.id, old.id, early.id])
    expect(await ids('ordering=date')).toEqual([early.id, old.id, elsewhere.id])
    expect(await ids('ordering=createdAt')).toEqual([old.id, early.id, elsewhere.id])
    expect(await ids('ordering=-createdAt')).toEqual([elsewhere.id, early.id, old.id])
    expect(await ids(`ticket=${ticket.id}&progress=finished`)).toEqual([old.id])
    expect(await ids(`ticket=${foreign.ticket_id}`)).toEqual([])
    expect((await kim.get(`${entries}?page_size=1`)).json().count).toBe(3)
    expect((await kim.get(`${entries}?page_size=1&ticket=${ticket.id}&progress=upcoming`)).json().count).toBe(1)
  })
})
