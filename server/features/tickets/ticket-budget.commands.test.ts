import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { emptyProfile } from '#server/features/business-profile/business-profile.rules.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('a ticket’s cost ceiling on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    admin = await portal.client('admin')
    const profile = { ...emptyProfile, companyName: 'Musterwerk', email: 'inhaberin@musterwerk.example' }
    await inTransaction(portal.runtime, trx => storeProfile(trx, portal.runtime, profile))
  })
  afterAll(() => portal.close())

  /** 1.000 € at 100 € an hour. */
  const build = async (customer: object = { email: 'kunde@example.org' }) => {
    const { id } = await buildCustomer(portal.runtime, customer)
    return buildTicket(portal.runtime, { customer_id: id, budget_cents: 100_000, hourly_rate_cents: 10_000 })
  }
  const work = async (ticketId: string, quantity: number) => {
    const answer = await admin.post('/api/backend/ticket-entries/', { ticketId, name: 'Arbeit', quantity })
    expect(answer.statusCode).toBe(201)
    return answer.json()
  }
  const setBudget = (id: string, budget: number | null) => admin.patch(`/api/backend/tickets/${id}/`, { budget })
  const mailsAbout = async (number: string) => {
    const mails = await portal.runtime.db
      .selectFrom('outbox_mail')
      .selectAll()
      .where('kind', '=', 'ticket_budget')
      .orderBy('id')
      .execute()
    return mails.filter(mail => mail.subject.includes(number))
  }
  const summaryOf = async (number: string) =>
    (await mailsAbout(number)).map(mail => `${mail.recipient} ${mail.subject.split(':')[0]}`).sort()

  it('mails customer and business once at 80 percent and once at 100 percent, and work continues', async () => {
    const ticket = await build()
    await work(ticket.id, 7.5)
    expect(await summaryOf(ticket.number)).toEqual([])
    await work(ticket.id, 0.5)
    const nearly = [
      'inhaberin@musterwerk.example Kostenrahmen fast ausgeschöpft',
      'kunde@example.org Kostenrahmen fast ausgeschöpft',
    ]
    expect(await summaryOf(ticket.number)).toEqual(nearly)
    await work(ticket.id, 0.5)
    expect(await summaryOf(ticket.number)).toEqual(nearly)
    await work(ticket.id, 5)
    const reached = [
      'inhaberin@musterwerk.example Kostenrahmen überschritten',
      'kunde@example.org Kostenrahmen überschritten',
    ]
    expect(await summaryOf(ticket.number)).toEqual([...nearly, ...reached].sort())
    await work(ticket.id, 5)
    expect(await summaryOf(ticket.number)).toHaveLength(4)
  })

  it('does not mail again after going down and up', async () => {
    const ticket = await build()
    const entry = await work(ticket.id, 8)
    const set = (quantity: number) => admin.patch(`/api/backend/ticket-entries/${entry.id}/`, { quantity })
    await set(1)
    await set(8.5)
    expect(await summaryOf(ticket.number)).toHaveLength(2)
  })

  it('mails again for a ceiling that was raised and reached again', async () => {
    const ticket = await build()
    await work(ticket.id, 8)
    await setBudget(ticket.id, 2_000)
    expect(await summaryOf(ticket.number)).toHaveLength(2)
    await work(ticket.id, 8)
    expect(await summaryOf(ticket.number)).toHaveLength(4)
  })

  it('mails when it is set below the existing work, and not when it is lifted', async () => {
    const ticket = await build()
    await work(ticket.id, 5)
    await setBudget(ticket.id, null)
    expect(await summaryOf(ticket.number)).toEqual([])
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: ticket.customer_id }))
    await kim.patch(`/api/backend/tickets/${ticket.id}/`, { budget: 400 })
    expect(await summaryOf(ticket.number)).toHaveLength(2)
  })

  it('shows the cost so far and a link', async () => {
    const ticket = await build({ email: 'kunde@example.org', company: 'Größl KG', kind: 'business' })
    await work(ticket.id, 12.5)
    const mails = await mailsAbout(ticket.number)
    const toCustomer = mails.find(mail => mail.recipient === 'kunde@example.org')
    const toBusiness = mails.find(mail => mail.recipient !== 'kunde@example.org')
    expect(toCustomer?.text).toContain('Kostenrahmen: 1.000,00 €')
    expect(toCustomer?.text).toContain('Bisher angefallen: 1.250,00 €')
    expect(toCustomer?.text).toContain(`https://portal.example.org/customer-portal/ticket/${ticket.id}`)
    expect(toBusiness?.text).toContain(`https://portal.example.org/admin-portal/ticket/${ticket.id}`)
    expect(toBusiness?.text).toContain('des Tickets von Größl KG')
  })

  it('names a net ceiling gross first to a private customer, with amounts that add up', async () => {
    // Gross: 0.03 → 0.04, 6,892.71 → 8,202.32; the distance is their difference, not the gross of 6,892.68 (8,202.29).
    const customer = await buildCustomer(portal.runtime, { email: 'ida@example.org', kind: 'private' })
    const net = { customer_id: customer.id, budget_cents: 3, budget_is_gross: 0 as const, hourly_rate_cents: 689_271 }
    const { id, number } = await buildTicket(portal.runtime, net)
    await work(id, 1)
    const mails = await mailsAbout(number)
    const textTo = (recipient: string) =>
      mails.find(mail => mail.recipient === recipient)?.text.replaceAll('\u00a0', ' ')
    expect(textTo('ida@example.org')).toContain('Bisher angefallen: 8.202,32 € brutto (6.892,71 € netto)')
    expect(textTo('ida@example.org')).toContain('um 8.202,28 € brutto (6.892,68 € netto) überschritten')
    expect(textTo('inhaberin@musterwerk.example')).toContain('Bisher angefallen: 6.892,71 € netto\n')
  })

  it("respects a customer's notification settings, and falls back to the users for an address", async () => {
    const quiet = await build({ email: 'ruhe@example.org', is_notified: 0 })
    await work(quiet.id, 8)
    expect(await summaryOf(quiet.number)).toEqual(['inhaberin@musterwerk.example Kostenrahmen fast ausgeschöpft'])

    const ticket = await build({ email: '' })
    await buildUser(portal.runtime, { customerId: ticket.customer_id, email: 'kim@example.org' })
    await work(ticket.id, 8)
    expect(await summaryOf(ticket.number)).toContain('kim@example.org Kostenrahmen fast ausgeschöpft')
  })

  it('mails nothing when the work is rolled back', async () => {
    const ticket = await build()
    const body = { ticketId: ticket.id, name: 'Arbeit', quantity: 9, chargedExtra: 5 }
    expect((await admin.post('/api/backend/ticket-entries/', body)).statusCode).toBe(422)
    expect(await mailsAbout(ticket.number)).toEqual([])
  })
})
