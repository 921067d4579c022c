import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { notificationJobs } from '#server/features/notifications/notification.jobs.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildCustomer, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)("a customer's notification about a ticket on %s", engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const build = async (name: string) => {
    const { id } = await buildCustomer(portal.runtime, { email: `${name}@example.org` })
    return buildTicket(portal.runtime, { customer_id: id, name: 'Heizung', hourly_rate_cents: 10_000 })
  }
  const add = async (ticketId: string, body: object, client: LoggedInClient = admin) => {
    const answer = await client.post('/api/backend/ticket-entries/', { ticketId, ...body })
    expect(answer.statusCode).toBe(201)
    return answer.json().id as string
  }
  const change = (path: string, body: object) => admin.patch(`/api/backend/${path}/`, body)
  const later = async () => {
    portal.clock.advance(10 * minuteMs)
    while (await runNextJob(portal.runtime, notificationJobs));
  }
  const mailsTo = (name: string) =>
    portal.runtime.db
      .selectFrom('outbox_mail')
      .selectAll()
      .where('recipient', '=', `${name}@example.org`)
      .orderBy('id')
      .execute()

  it('is one mail for the entries added within ten minutes, in their final state', async () => {
    const ticket = await build('anna')
    const first = await add(ticket.id, { name: 'Planun', quantity: 1 })
    await add(ticket.id, { name: 'Montage', description: 'Im Keller', quantity: 2.5 })
    const wrong = await add(ticket.id, { name: 'Versehen', quantity: 8 })
    await change(`ticket-entries/${first}`, { name: 'Planung', quantity: 1.5 })
    await admin.delete(`/api/backend/ticket-entries/${wrong}/`)
    expect(await mailsTo('anna')).toEqual([])
    await later()
    const [mail, ...others] = await mailsTo('anna')
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Neues zum Ticket ${ticket.number} Heizung`)
    expect(mail?.text).toContain('Eintrag: Planung\nStunden: 1,5\nBetrag: 178,50 €\u00a0brutto (150,00 €\u00a0netto)')
    expect(mail?.text).toContain(
      'Eintrag: Montage\nStunden: 2,5\nBetrag: 297,50 €\u00a0brutto (250,00 €\u00a0netto)\n\n> Im Keller',
    )
    expect(mail?.text).toContain(`https://portal.example.org/customer-portal/ticket/${ticket.id}`)
    expect(mail?.text).not.toContain('Versehen')
  })

  it("does not cover the customer's own entries and wishes", async () => {
    const ticket = await build('bernd')
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: ticket.customer_id }))
    await add(ticket.id, { name: 'Noch ein Wunsch' }, kim)
    await later()
    expect(await mailsTo('bernd')).toEqual([])
  })

  it('covers a finished ticket, but not a misclicked step', async () => {
    const ticket = await build('clara')
    await change(`tickets/${ticket.id}`, { progress: 'finished' })
    await change(`tickets/${ticket.id}`, { progress: 'inProgress' })
    await later()
    expect(await mailsTo('clara')).toEqual([])
    await change(`tickets/${ticket.id}`, { progress: 'finished' })
    await later()
    await change(`tickets/${ticket.id}`, { progress: 'inProgress' })
    await change(`tickets/${ticket.id}`, { progress: 'finished' })
    await later()
    expect((await mailsTo('clara')).map(mail => mail.subject)).toEqual([`Ticket fertig: ${ticket.number} Heizung`])
  })

  it('does not cover a ticket that was deleted or moved meanwhile', async () => {
    const [deleted, moved] = [await build('dora'), await build('emil')]
    for (const { id } of [deleted, moved]) await add(id, { name: 'Geheim', quantity: 1 })
    await admin.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await admin.delete(`/api/backend/tickets/${deleted.id}/`)).statusCode).toBe(204)
    const other = await buildCustomer(portal.runtime, { email: 'frieda@example.org' })
    expect((await change(`tickets/${moved.id}`, { customerId: other.id })).statusCode).toBe(200)
    await later()
    for (const name of ['dora', 'emil', 'frieda']) expect(await mailsTo(name)).toEqual([])
  })
})
