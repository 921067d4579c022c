/** Net and gross in every amount from the server: in the session, on a cost ceiling, in mails, for a transfer. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { customerKinds } from '#contract/lists.ts'
import { minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notificationJobs } from '#server/features/notifications/notification.jobs.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { storeProfile } from './business-profile.commands.ts'
import { emptyProfile } from './business-profile.rules.ts'

const iban = 'DE02120300000000202051'

describe.each(engines)('net and gross on %s', async engine => {
  const portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  const admin = await portal.client('admin')
  afterAll(() => portal.close())
  const setProfile = (change: Partial<typeof emptyProfile>) =>
    inTransaction(portal.runtime, trx =>
      storeProfile(trx, portal.runtime, { ...emptyProfile, companyName: 'Musterwerk', iban, ...change }),
    )
  beforeEach(() => setProfile({}))

  type Kind = (typeof customerKinds)[number]
  const build = async (kind: Kind) => {
    const customer = await buildCustomer(portal.runtime, { kind, email: `${kind}-${Date.now()}@example.org` })
    const user = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id, hourly_rate_cents: 10_000 })
    return { customer, user, ticket }
  }
  const pricesOf = async (client: typeof admin) => (await client.get('/api/auth/session/')).json().prices
  const mailsTo = async (recipient: string, kind: string) => {
    portal.clock.advance(10 * minuteMs)
    while (await runNextJob(portal.runtime, notificationJobs));
    const mails = await portal.runtime.db.selectFrom('outbox_mail').selectAll().where('kind', '=', kind).execute()
    return mails.filter(mail => mail.recipient === recipient).map(mail => mail.text)
  }

  it('gives every session the display of its amounts', async () => {
    const kinds = await Promise.all(customerKinds.map(async kind => [kind, await pricesOf((await build(kind)).user)]))
    expect(kinds).toEqual([
      ['private', { first: 'gross', vatRate: 19 }],
      ['business', { first: 'net', vatRate: 19 }],
      ['public', { first: 'net', vatRate: 19 }],
    ])
    expect(await pricesOf(admin)).toEqual({ first: 'net', vatRate: 19 })
    expect((await portal.visitor().get('/api/auth/session/')).json().prices).toBeNull()
  })

  it("shows an impersonating admin the customer's amounts", async () => {
    const { customer } = await build('private')
    const looking = await portal.client('admin')
    expect((await looking.post('/api/auth/as-user/', { customerId: customer.id })).json().prices.first).toBe('gross')
    expect((await looking.delete('/api/auth/as-user/')).json().prices.first).toBe('net')
  })

  it('knows no tax for a small business', async () => {
    await setProfile({ isSmallBusiness: true })
    const { user } = await build('private')
    expect((await pricesOf(user)).vatRate).toBeNull()
  })

  it.each([
    ['private', 420, 'gross', 'Kostenrahmen: 420,00 €\u00a0brutto', 'Bisher angefallen: 357,00 €\u00a0brutto'],
    ['business', 370, 'net', 'Kostenrahmen: 370,00 €\u00a0netto', 'Bisher angefallen: 300,00 €\u00a0netto'],
  ] as const)(
    'a ceiling of a %s customer of %d € is %s, and so are its texts',
    async (kind, budget, basis, ...said) => {
      const { customer, user, ticket } = await build(kind)
      const url = `/api/backend/tickets/${ticket.id}/`
      expect((await user.get(url)).json().budgetBasis).toBe(basis)
      expect((await user.patch(url, { budget })).json()).toMatchObject({ budget, budgetBasis: basis })
      await admin.post('/api/backend/ticket-entries/', { ticketId: ticket.id, name: 'Arbeit', quantity: 2.8 })
      expect(await mailsTo(customer.email, 'ticket_budget')).toEqual([])
      await admin.post('/api/backend/ticket-entries/', { ticketId: ticket.id, name: 'Arbeit', quantity: 0.2 })
      const [text = ''] = await mailsTo(customer.email, 'ticket_budget')
      for (const line of said) expect(text).toContain(line)
    },
  )

  it('an existing ceiling keeps its basis, for any later setting or kind of customer', async () => {
    const { customer, user, ticket } = await build('private')
    const url = `/api/backend/tickets/${ticket.id}/`
    await portal.runtime.db.updateTable('ticket').set({ budget_cents: 50_000 }).where('id', '=', ticket.id).execute()
    expect((await user.patch(url, { budget: 600 })).json().budgetBasis).toBe('net')
    await user.patch(url, { budget: null })
    expect((await user.patch(url, { budget: 600 })).json().budgetBasis).toBe('gross')
    await admin.patch(`/api/backend/customer/${customer.id}/`, { kind: 'business' })
    expect((await admin.patch(url, { budget: 700 })).json().budgetBasis).toBe('gross')
  })

  it.each([
    ['private', {}, 'Betrag: 119,00 €\u00a0brutto (100,00 €\u00a0netto)'],
    ['business', {}, 'Betrag: 100,00 €\u00a0netto (119,00 €\u00a0brutto)'],
    ['private', { isSmallBusiness: true }, 'Betrag: 100,00 €\n'],
  ] as const)('a mail to a %s customer names the kind of its amount (%j)', async (kind, profile, said) => {
    await setProfile(profile)
    const { customer, ticket } = await build(kind)
    await admin.post('/api/backend/ticket-entries/', { ticketId: ticket.id, name: 'Arbeit', quantity: 1 })
    const [text] = await mailsTo(customer.email, 'ticket_entry')
    expect(text).toContain(said)
  })

  it('an unpaid invoice shows the account to pay to', async () => {
    const { customer, user, ticket } = await build('private')
    const entry = await buildEntry(portal.runtime, { ticket_id: ticket.id, progress: 'finished' })
    const invoice = await buildInvoice(portal.runtime, [entry], { customer_id: customer.id })
    const paymentOf = async () => (await user.get(`/api/backend/invoices/${invoice.id}/`)).json().payment
    expect(await paymentOf()).toEqual({
      accountHolder: 'Musterwerk',
      iban,
      bic: '',
      bankName: '',
      reference: invoice.number,
      amount: invoice.gross_cents / 100,
    })
    await setProfile({ iban: '' })
    expect(await paymentOf()).toBeNull()
    await setProfile({})
    await admin.patch(`/api/backend/invoices/${invoice.id}/`, { paid: true })
    expect(await paymentOf()).toBeNull()
  })
})
