import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticketList } from '#contract/lists.ts'
import type { Progress } from '#contract/progress.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const tickets = '/api/backend/tickets/'

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

  it('are found by number, name and the words of their customer, all words at once', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Bäckerei Übermut' })
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id, name: 'Wallbox anschließen' })
    await buildTicket(portal.runtime, { name: 'Wallbox woanders' })
    const kim = await logIn(customer.id)
    for (const search of ['anschliess', 'Übermut', 'uebermut wallbox', 'WALL anschl back', ticket.number]) {
      const { count, results } = (await admin.get(`${tickets}?search=${encodeURIComponent(search)}`)).json()
      expect([search, count, results[0]?.id]).toEqual([search, 1, ticket.id])
    }
    expect((await kim.get(`${tickets}?search=wallbox`)).json().count).toBe(1)
    expect((await admin.get(`${tickets}?search=wallbox`)).json().count).toBe(2)
    expect((await admin.get(`${tickets}?search=${encodeURIComponent('übermut woanders')}`)).json().count).toBe(0)
    expect((await admin.get(`${tickets}?search=${encodeURIComponent('--')}`)).json().count).toBe(0)
  })

  it('are found under the new name of a renamed customer', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Altname' })
    await buildTicket(portal.runtime, { customer_id: customer.id })
    await admin.patch(`/api/backend/customer/${customer.id}/`, { company: 'Frischname' })
    expect((await admin.get(`${tickets}?search=frischn`)).json().count).toBe(1)
    expect((await admin.get(`${tickets}?search=altname`)).json().count).toBe(0)
  })

  it('are filtered by progress, by invoice and by customer, and counted over all pages', async () => {
    const customer = await buildCustomer(portal.runtime)
    const build = (progress: 'upcoming' | 'inProgress' | 'finished') =>
      buildTicket(portal.runtime, { customer_id: customer.id, progress })
    const [paid, unpaid, plain] = await Promise.all([build('finished'), build('finished'), build('upcoming')])
    await buildTicket(portal.runtime, { progress: 'finished' })
    const entryOf = async (id: string) => buildEntry(portal.runtime, { ticket_id: id, progress: 'finished' })
    await buildInvoice(portal.runtime, [await entryOf(paid.id)], { is_paid: 1 })
    await buildInvoice(portal.runtime, [await entryOf(unpaid.id)])

    const ids = async (query: string) => {
      const { count, results } = (await admin.get(`${tickets}?customer=${customer.id}&${query}`)).json()
      expect(count).toBe(results.length)
      return results.map((row: { id: string }) => row.id).sort()
    }
    expect(await ids('')).toEqual([paid.id, unpaid.id, plain.id].sort())
    expect(await ids('progress=finished')).toEqual([paid.id, unpaid.id].sort())
    expect(await ids('progress=finished&invoicePaid=paid')).toEqual([paid.id])
    expect(await ids('invoicePaid=unpaid')).toEqual([unpaid.id])
    expect(await ids('invoicePaid=none')).toEqual([plain.id])
    const page = (await admin.get(`${tickets}?customer=${customer.id}&page_size=2&page=1`)).json()
    expect([page.count, page.results.length]).toEqual([3, 2])
    const last = (await admin.get(`${tickets}?customer=${customer.id}&page_size=2&page=2`)).json()
    expect([last.count, last.results.length]).toEqual([3, 1])
    expect((await admin.get(`${tickets}?customer=${customer.id}&page_size=2&page=7`)).json()).toEqual({
      count: 3,
      results: [],
    })
  })

  it('are filtered by a month of work, of one customer and of all', async () => {
    const customer = await buildCustomer(portal.runtime)
    const build = () => buildTicket(portal.runtime, { customer_id: customer.id })
    const [first, last, both, before, after, wish] = await Promise.all([
      build(),
      build(),
      build(),
      build(),
      build(),
      build(),
    ])
    const other = await buildTicket(portal.runtime)
    const days: [ticket: { id: string }, date: string, progress: Progress][] = [
      [first, '2024-02-01', 'upcoming'],
      [last, '2024-02-29', 'finished'],
      [both, '2024-02-10', 'inProgress'],
      [both, '2024-02-11', 'finished'],
      [before, '2024-01-31', 'finished'],
      [after, '2024-03-01', 'finished'],
      [other, '2024-02-15', 'finished'],
    ]
    for (const [{ id }, date, progress] of days) await buildEntry(portal.runtime, { ticket_id: id, date, progress })
    // Without hours it adds nothing to those of the month.
    await buildEntry(portal.runtime, { ticket_id: wish.id, date: '2024-02-12', minutes: 0 })

    const kim = await logIn(customer.id)
    const found = async (client: LoggedInClient, query: string) => {
      const { count, results } = (await client.get(`${tickets}?${query}`)).json()
      expect(count).toBe(results.length)
      return results.map((row: { id: string }) => row.id).sort()
    }
    const own = [first.id, last.id, both.id].sort()
    expect(await found(kim, 'workedIn=2024-02')).toEqual(own)
    expect(await found(admin, `workedIn=2024-02&customer=${customer.id}`)).toEqual(own)
    expect(await found(admin, 'workedIn=2024-02')).toEqual([...own, other.id].sort())
    expect(await found(admin, 'workedIn=2024-01')).toEqual([before.id])
    expect(await found(kim, `workedIn=2024-02&customer=${other.customer_id}`)).toEqual([])
    const pages = await Promise.all(
      [1, 2].map(async page => (await kim.get(`${tickets}?workedIn=2024-02&page_size=2&page=${page}`)).json()),
    )
    expect(pages.map(({ count, results }) => [count, results.length])).toEqual([
      [3, 2],
      [3, 1],
    ])
    for (const month of ['2024-00', '2024-13', '2024-2', '2024-02-01', 'x']) {
      expect([month, (await admin.get(`${tickets}?workedIn=${month}`)).statusCode]).toEqual([month, 422])
    }
  })

  it('come in every ordering, both ways', async () => {
    const customer = await buildCustomer(portal.runtime)
    const [b, a] = await Promise.all(
      ['Äpfel', 'Birnen'].map(name => buildTicket(portal.runtime, { customer_id: customer.id, name })),
    )
    if (!a || !b) throw new Error('Both tickets are needed.')
    portal.clock.advance(1_000)
    await buildEntry(portal.runtime, { ticket_id: a.id, minutes: 90 })
    await admin.post('/api/backend/ticket-entries/', { ticketId: a.id, name: 'Jetzt', quantity: 0.5 })
    const byNumber = a.number_key < b.number_key ? [a.id, b.id] : [b.id, a.id]
    const up = {
      number: byNumber,
      name: [b.id, a.id],
      hoursCount: [b.id, a.id],
      total: [b.id, a.id],
      updatedAt: [b.id, a.id],
    }
    for (const ordering of ticketList.orderings) {
      const { results } = (await admin.get(`${tickets}?customer=${customer.id}&ordering=${ordering}`)).json()
      const [, minus, name] = /^(-?)(\w+)$/.exec(ordering) ?? []
      const expected = Reflect.get(up, name ?? '')
      expect([ordering, results.map((row: { id: string }) => row.id)]).toEqual([
        ordering,
        minus ? expected.toReversed() : expected,
      ])
    }
    const { results } = (await admin.get(`${tickets}?customer=${customer.id}`)).json()
    expect(results[0].id).toBe(a.id)
  })

  it('add up in the summary, for one customer and for all', async () => {
    const own = await openTestApp(engine)
    const boss = await own.client('admin')
    const customer = await buildCustomer(own.runtime)
    const running = await buildTicket(own.runtime, { customer_id: customer.id, progress: 'inProgress' })
    await buildTicket(own.runtime, { customer_id: customer.id })
    const billed = await buildTicket(own.runtime, { customer_id: customer.id, progress: 'finished' })
    await buildEntry(own.runtime, { ticket_id: running.id, minutes: 45, date: '2026-03-31' })
    await buildEntry(own.runtime, { ticket_id: running.id, minutes: 60, date: '2026-02-28' })
    const onInvoice = await buildEntry(own.runtime, { ticket_id: billed.id, minutes: 120, date: '2026-03-01' })
    await buildInvoice(own.runtime, [onInvoice])
    await buildEntry(own.runtime, { minutes: 30, date: '2026-03-05' })

    const kim = await own.loginAs(await buildUser(own.runtime, { role: 'customer', customerId: customer.id }))
    const ofCustomer = {
      upcomingCount: 1,
      inProgressCount: 1,
      hoursThisMonth: 2.75,
      openTotal: 157.5,
      openTicketsCount: 1,
      unpaidTotal: 214.2,
      unpaidCount: 1,
    }
    expect((await kim.get('/api/backend/ticket-summary/')).json()).toEqual(ofCustomer)
    expect((await boss.get(`/api/backend/ticket-summary/?customer=${customer.id}`)).json()).toEqual(ofCustomer)
    expect((await boss.get('/api/backend/ticket-summary/')).json()).toMatchObject({
      upcomingCount: 2,
      hoursThisMonth: 3.25,
      openTotal: 202.5,
      openTicketsCount: 2,
    })
    // Another customer's numbers do not exist for a customer.
    const stranger = await own.client('customer')
    expect((await stranger.get(`/api/backend/ticket-summary/?customer=${customer.id}`)).json()).toMatchObject({
      upcomingCount: 0,
      openTotal: 0,
      unpaidTotal: 0,
    })
    await own.close()
  })
})
