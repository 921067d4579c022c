import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { entryHoursMax } from '#contract/limits.ts'
import { hourMs, minuteMs } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { checkTicketSums } from './ticket-sums.queries.ts'

const timers = '/api/backend/timers/'
const stopUrl = (id: string) => `${timers}${id}/stop/`
const bookUrl = (id: string) => `${timers}${id}/booking/`
const resumeUrl = (id: string) => `${timers}${id}/resumption/`

describe.each(engines)('the timer on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterEach(async () => {
    await portal.runtime.db
      .deleteFrom('work_span')
      .where(eb => eb.or([eb('stopped_at', 'is', null), eb('is_waiting', '=', 1)]))
      .execute()
    expect(await checkTicketSums(portal.runtime.db)).toEqual([])
  })
  afterAll(() => portal.close())

  const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]
  const start = async (body: object) => {
    admin = await portal.client('admin')
    const answer = await admin.post(timers, body)
    expect(answer.statusCode).toBe(201)
    return answer.json()
  }

  /** Time passes; the admin's session expires during a longer piece of work. */
  const work = async (ms: number) => {
    portal.clock.advance(ms)
    admin = await portal.loginAs(admin.user)
  }

  it('keeps start and stop as measured and bills the quarter of an hour begun', async () => {
    const ticket = await buildTicket(portal.runtime)
    const timer = await start({ ticketId: ticket.id })
    expect(timer).toMatchObject({ ticket: { id: ticket.id, number: ticket.number }, entryId: null, stoppedAt: null })
    portal.clock.advance(17 * minuteMs)
    const entry = (await admin.post(bookUrl(timer.id), { name: 'Fehlersuche', type: 'maintenance' })).json()
    expect(entry).toMatchObject({
      name: 'Fehlersuche',
      type: 'maintenance',
      progress: 'inProgress',
      quantity: 0.5,
      measuredHours: 0.28,
      total: 45,
      createdBy: 'admin',
      spans: [{ startedAt: timer.startedAt }],
    })
    expect((await admin.get(timers)).json()).toEqual({ count: 0, results: [] })
  })

  it('adds to the entry it was started on, or to the one named when it stops', async () => {
    const entry = await buildEntry(portal.runtime, { minutes: 60 })
    const other = await buildEntry(portal.runtime, { ticket_id: entry.ticket_id, minutes: 30, progress: 'finished' })
    const first = await start({ ticketId: entry.ticket_id, entryId: entry.id })
    portal.clock.advance(15 * minuteMs)
    expect((await admin.post(bookUrl(first.id), {})).json()).toMatchObject({
      id: entry.id,
      quantity: 1.25,
      progress: 'inProgress',
    })
    const second = await start({ ticketId: entry.ticket_id, entryId: entry.id })
    portal.clock.advance(minuteMs)
    expect((await admin.post(bookUrl(second.id), { entryId: other.id, quantity: 0.1 })).json()).toMatchObject({
      id: other.id,
      quantity: 0.6,
      measuredHours: 0.02,
      progress: 'finished',
    })
  })

  it('books no more hours on an entry than it can hold', async () => {
    const entry = await buildEntry(portal.runtime, { minutes: (entryHoursMax - 1) * 60, progress: 'inProgress' })
    const timer = await start({ ticketId: entry.ticket_id, entryId: entry.id })
    const refused = await admin.post(bookUrl(timer.id), { quantity: 1.5 })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual([expect.objectContaining({ field: 'quantity', code: 'hours.too_large' })])
    expect((await admin.get(timers)).json().count).toBe(1)
    expect((await admin.post(bookUrl(timer.id), { quantity: 1 })).json().quantity).toBe(entryHoursMax)
  })

  it('can be stopped without billing anything', async () => {
    const entry = await buildEntry(portal.runtime, { minutes: 60, progress: 'inProgress' })
    const timer = await start({ ticketId: entry.ticket_id, entryId: entry.id })
    await work(hourMs)
    expect((await admin.post(bookUrl(timer.id), { quantity: 0 })).json()).toMatchObject({
      quantity: 1,
      measuredHours: 1,
    })
  })

  it('dates a new entry by the day the work began', async () => {
    const own = await openTestApp(engine)
    const ticket = await buildTicket(own.runtime)
    own.clock.advance(Date.parse('2026-03-10T22:50:00.000Z') - own.clock.now().getTime())
    const boss = await own.client('admin')
    const timer = (await boss.post(timers, { ticketId: ticket.id })).json()
    own.clock.advance(20 * minuteMs)
    expect((await boss.post(bookUrl(timer.id), { name: 'Über Mitternacht' })).json().date).toBe('2026-03-10')
    await own.close()
  })

  it('runs once per user, also with quick double clicks, and once for each of two users', async () => {
    const ticket = await buildTicket(portal.runtime)
    const boss = await portal.client('admin')
    await boss.get('/api/auth/session/')
    const answers = await Promise.all([1, 2, 3, 4].map(() => boss.post(timers, { ticketId: ticket.id })))
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(codeOf(await boss.post(timers, { ticketId: ticket.id }))).toEqual([409, 'timer.already_running'])
    expect((await boss.get(timers)).json()).toMatchObject({ count: 1, results: [{ ticket: { id: ticket.id } }] })
    const second = await portal.client('admin')
    expect((await second.get(timers)).json().count).toBe(0)
    expect((await second.post(timers, { ticketId: ticket.id })).statusCode).toBe(201)
  })

  it('books once when the button is clicked twice', async () => {
    const entry = await buildEntry(portal.runtime, { minutes: 0 })
    const timer = await start({ ticketId: entry.ticket_id, entryId: entry.id })
    await work(hourMs)
    await admin.get('/api/auth/session/')
    const answers = await Promise.all([1, 2].map(() => admin.post(bookUrl(timer.id), {})))
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409])
    expect(codeOf(await admin.delete(`${timers}${timer.id}/`))).toEqual([409, 'timer.already_booked'])
    expect((await admin.get(`/api/backend/ticket-entries/${entry.id}/`)).json().quantity).toBe(1)
  })

  it('stops at the click, regardless of its booking, and keeps waiting time for the next login', async () => {
    const ticket = await buildTicket(portal.runtime)
    const timer = await start({ ticketId: ticket.id })
    portal.clock.advance(17 * minuteMs)
    const stopped = (await admin.post(stopUrl(timer.id))).json()
    expect(Date.parse(stopped.stoppedAt) - Date.parse(stopped.startedAt)).toBe(17 * minuteMs)
    expect(codeOf(await admin.post(stopUrl(timer.id)))).toEqual([409, 'timer.not_running'])
    await work(5 * hourMs)
    expect((await admin.get(timers)).json()).toMatchObject({ count: 1, results: [stopped] })
    expect(codeOf(await admin.delete(`/api/backend/tickets/${ticket.id}/`))).toEqual([409, 'ticket.timer_running'])
    expect((await admin.post(bookUrl(timer.id), { name: 'Fehlersuche' })).json()).toMatchObject({
      quantity: 0.5,
      spans: [{ startedAt: timer.startedAt, stoppedAt: stopped.stoppedAt }],
    })
    expect((await admin.get(timers)).json().count).toBe(0)
    for (const url of [stopUrl, resumeUrl, bookUrl]) {
      expect(codeOf(await admin.post(url(timer.id), url === bookUrl ? {} : undefined))).toEqual([
        409,
        'timer.already_booked',
      ])
    }
  })

  it('lets the next measurement run while one waits, the running one first', async () => {
    const ticket = await buildTicket(portal.runtime)
    const first = await start({ ticketId: ticket.id })
    portal.clock.advance(minuteMs)
    await admin.post(stopUrl(first.id))
    const second = (await admin.post(timers, { ticketId: ticket.id })).json()
    const open = (await admin.get(timers)).json()
    expect(open.results.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect(codeOf(await admin.post(resumeUrl(first.id)))).toEqual([409, 'timer.already_running'])
    expect((await admin.delete(`${timers}${first.id}/`)).statusCode).toBe(204)
    expect((await admin.get(timers)).json().count).toBe(1)
  })

  it('switches in one step: the running one stops and waits at the instant the next one starts', async () => {
    const [from, to] = [await buildTicket(portal.runtime), await buildTicket(portal.runtime)]
    const first = await start({ ticketId: from.id })
    portal.clock.advance(17 * minuteMs)
    const unknown = await admin.post(timers, { ticketId: newId(), insteadOf: first.id })
    expect(unknown.statusCode).toBe(422)
    expect((await admin.get(timers)).json().results).toEqual([first])
    const second = (await admin.post(timers, { ticketId: to.id, insteadOf: first.id })).json()
    const stopped = { ...first, stoppedAt: second.startedAt }
    expect(Date.parse(stopped.stoppedAt) - Date.parse(first.startedAt)).toBe(17 * minuteMs)
    expect((await admin.get(timers)).json().results).toEqual([second, stopped])
    expect((await admin.post(bookUrl(first.id), { name: 'Vor dem Anruf' })).json()).toMatchObject({ quantity: 0.5 })
  })

  it('switches once, also with quick double clicks, and starts when the other one was stopped elsewhere', async () => {
    const ticket = await buildTicket(portal.runtime)
    const first = await start({ ticketId: ticket.id })
    const body = { ticketId: ticket.id, insteadOf: first.id }
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(timers, body)))
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([201, 409, 409])
    const [second, ...waiting] = (await admin.get(timers)).json().results
    expect(waiting).toMatchObject([{ id: first.id }])
    await admin.post(stopUrl(second.id))
    expect((await admin.post(timers, { ticketId: ticket.id, insteadOf: second.id })).statusCode).toBe(201)
  })

  it('stops no other user’s measurement by a switch', async () => {
    const ticket = await buildTicket(portal.runtime)
    const foreign = await start({ ticketId: ticket.id })
    const owner = admin
    await start({ ticketId: ticket.id, insteadOf: foreign.id })
    expect((await owner.get(timers)).json().results).toEqual([foreign])
  })

  it('continues as if it had never been stopped when the stop is reverted', async () => {
    const ticket = await buildTicket(portal.runtime)
    const timer = await start({ ticketId: ticket.id })
    expect(codeOf(await admin.post(resumeUrl(timer.id)))).toEqual([409, 'timer.not_stopped'])
    portal.clock.advance(10 * minuteMs)
    await admin.post(stopUrl(timer.id))
    portal.clock.advance(minuteMs)
    expect((await admin.post(resumeUrl(timer.id))).json()).toEqual({ ...timer, stoppedAt: null })
    portal.clock.advance(9 * minuteMs)
    expect((await admin.post(bookUrl(timer.id), { name: 'Weiter' })).json()).toMatchObject({ quantity: 0.5 })
  })

  it('can be thrown away', async () => {
    const ticket = await buildTicket(portal.runtime)
    const timer = await start({ ticketId: ticket.id })
    expect((await admin.delete(`${timers}${timer.id}/`)).statusCode).toBe(204)
    expect((await admin.get(timers)).json().count).toBe(0)
    expect((await admin.get(`/api/backend/tickets/${ticket.id}/`)).json().entriesCount).toBe(0)
  })

  it('can be stopped only by its user', async () => {
    const ticket = await buildTicket(portal.runtime)
    const timer = await start({ ticketId: ticket.id })
    const other = await portal.client('admin')
    for (const url of [stopUrl, resumeUrl]) expect((await other.post(url(timer.id))).statusCode).toBe(404)
    expect((await other.post(bookUrl(timer.id), { name: 'x' })).statusCode).toBe(404)
    expect((await other.delete(`${timers}${timer.id}/`)).statusCode).toBe(404)
  })

  it('needs an entry of the same ticket, and one that is not invoiced', async () => {
    const ticket = await buildTicket(portal.runtime)
    const foreign = await buildEntry(portal.runtime)
    const invoiced = await buildEntry(portal.runtime, { ticket_id: ticket.id })
    await buildInvoice(portal.runtime, [invoiced])
    const boss = await portal.client('admin')
    const unknown = await boss.post(timers, { ticketId: ticket.id, entryId: foreign.id })
    expect(unknown.json().errors).toEqual([expect.objectContaining({ field: 'entryId', code: 'reference.unknown' })])
    const nowhere = await boss.post(timers, { ticketId: newId() })
    expect(nowhere.json().errors).toEqual([expect.objectContaining({ field: 'ticketId', code: 'reference.unknown' })])
    expect(codeOf(await boss.post(timers, { ticketId: ticket.id, entryId: invoiced.id }))).toEqual([
      409,
      'ticket_entry.invoiced',
    ])
  })

  it.each(['running', 'waiting'])('stays with the ticket when its entry is deleted while it is %s', async state => {
    const entry = await buildEntry(portal.runtime)
    const timer = await start({ ticketId: entry.ticket_id, entryId: entry.id })
    if (state === 'waiting') await admin.post(stopUrl(timer.id))
    expect((await admin.delete(`/api/backend/ticket-entries/${entry.id}/`)).statusCode).toBe(204)
    expect((await admin.get(timers)).json().results).toMatchObject([{ id: timer.id, entryId: null }])
    const refused = await admin.post(bookUrl(timer.id), {})
    expect(refused.json().errors).toEqual([expect.objectContaining({ field: 'name', code: 'required' })])
    expect((await admin.get(timers)).json().count).toBe(1)
  })

  it('shows a customer the measured time, but not who worked when', async () => {
    const entry = await buildEntry(portal.runtime)
    const timer = await start({ ticketId: entry.ticket_id, entryId: entry.id })
    await work(30 * minuteMs)
    await admin.post(bookUrl(timer.id), {})
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: entry.customer_id }))
    expect((await kim.get(`/api/backend/ticket-entries/${entry.id}/`)).json()).toMatchObject({
      measuredHours: 0.5,
      spans: [],
    })
    expect((await kim.get(`/api/backend/tickets/${entry.ticket_id}/`)).json().entries).toMatchObject([
      { measuredHours: 0.5, spans: [] },
    ])
  })
})
