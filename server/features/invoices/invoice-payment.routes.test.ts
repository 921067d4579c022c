import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentsPerInvoiceMax } from '#contract/limits.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { errorsOf, type InvoiceDesk, openInvoiceDesk, url } from '#server/testing/invoice-desk.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { checkPaymentSums } from './invoice-payment.queries.ts'

const today = '2026-03-10'

describe.each(engines)('payments of an invoice on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let desk: InvoiceDesk
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    desk = openInvoiceDesk(portal, admin)
  })
  afterAll(() => portal.close())

  /** Issued over 119 €, with two entries of one ticket. */
  async function issue() {
    const work = await desk.buildWork()
    const draft = await desk.create(await desk.complete(work.customer.id, { entryIds: work.entryIds }))
    const answer = await desk.publish(draft.id)
    expect(answer.statusCode, answer.body).toBe(200)
    return { ...work, invoice: answer.json() }
  }
  const pay = (id: string, amount: number, more: object = {}) =>
    admin.post(`${url(id)}payments/`, { amount, paidDate: today, ...more })
  const reverse = (id: string, reason = 'Falsch zugeordnet') =>
    admin.post(`/api/backend/invoice-payments/${id}/reversal/`, { reason })
  const badgeOf = async (ticketId: string) => (await admin.get(`/api/backend/tickets/${ticketId}/`)).json().invoicePaid

  it('in part leave the rest open, and the last part makes it paid on its day, for the ticket, too', async () => {
    const { customer, ticket, invoice } = await issue()
    const first = (await pay(invoice.id, 50, { paidDate: '2026-03-05' })).json()
    expect(first).toMatchObject({ paid: false, paidDate: null, paidTotal: 50, openTotal: 69 })
    expect(await badgeOf(ticket.id)).toBe('unpaid')
    const summary = (await admin.get(`/api/backend/invoice-summary/?customer=${customer.id}`)).json()
    expect(summary).toMatchObject({ unpaidTotal: 69, unpaidCount: 1 })
    const second = (await pay(invoice.id, 69, { paidDate: '2026-03-08' })).json()
    expect(second).toMatchObject({ paid: true, paidDate: '2026-03-08', paidTotal: 119, openTotal: 0 })
    expect(await badgeOf(ticket.id)).toBe('paid')
  })

  it('beyond the amount are a credit, which a refund with a reason returns', async () => {
    const { invoice } = await issue()
    expect((await pay(invoice.id, 130, { paidDate: '2026-03-05' })).json()).toMatchObject({
      paid: true,
      paidTotal: 130,
      openTotal: -11,
    })
    expect(errorsOf(await pay(invoice.id, -11))).toEqual(['reason required'])
    expect(errorsOf(await pay(invoice.id, -131, { reason: 'Zu viel' }))).toEqual(['amount payment.more_than_paid'])
    const refunded = (await pay(invoice.id, -11, { reason: 'Überzahlung' })).json()
    expect(refunded).toMatchObject({ paid: true, paidDate: '2026-03-05', openTotal: 0 })
    // The payment cannot be reversed while the refund depends on it.
    expect((await reverse(refunded.payments[0].id)).json().code).toBe('invoice_payment.refunded')
  })

  it('are reversed once, by a counter entry that names its reason; both remain', async () => {
    const { invoice } = await issue()
    const [payment] = (await pay(invoice.id, 119)).json().payments
    const reversed = (await reverse(payment.id)).json()
    expect(reversed).toMatchObject({ paid: false, paidDate: null, paidTotal: 0, openTotal: 119 })
    expect(reversed.payments).toMatchObject([
      { id: payment.id, amount: 119, isReversed: true, reversesId: null },
      { amount: -119, isReversed: false, reversesId: payment.id, reason: 'Falsch zugeordnet' },
    ])
    for (const { id } of reversed.payments) {
      expect((await reverse(id)).json().code).toBe('invoice_payment.reversed')
    }
  })

  it('of a draft, of nothing, of tomorrow or of a fraction of a cent are refused, naming the field', async () => {
    const { customer, invoice } = await issue()
    const draft = await desk.create({ customerId: customer.id })
    expect((await pay(draft.id, 10)).json().code).toBe('invoice.not_issued')
    for (const nothing of [0, -0, 1e-9, -1e-9]) {
      expect(errorsOf(await pay(invoice.id, nothing))).toEqual(['amount payment.zero'])
    }
    expect(errorsOf(await pay(invoice.id, 0.001))).toEqual(['amount number.decimals'])
    expect(errorsOf(await pay(invoice.id, 1e12))).toEqual(['amount amount.too_large'])
    expect(errorsOf(await pay(invoice.id, 1, { paidDate: '2026-03-11' }))).toEqual(['paidDate date.in_future'])
  })

  it('are visible to the customer, who cannot record any', async () => {
    const { customer, invoice } = await issue()
    await pay(invoice.id, 19)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const seen = (await kim.get(url(invoice.id))).json()
    expect(seen.payments).toMatchObject([{ amount: 19, paidDate: today }])
    expect(seen.payment ?? { amount: 100 }).toMatchObject({ amount: 100 })
    expect((await kim.post(`${url(invoice.id)}payments/`, { amount: 1, paidDate: today })).statusCode).toBe(403)
  })

  it('are limited per invoice, and a reversal never is', async () => {
    const { invoice } = await issue()
    const row = (index: number) => ({
      id: `${invoice.id.slice(0, -3)}${String(index).padStart(3, '0')}`,
      invoice_id: invoice.id,
      amount_cents: 1,
      paid_on: today,
      reason: '',
      reverses_id: null,
      created_at: '2026-03-10T08:00:00.000Z',
    })
    const rows = Array.from({ length: paymentsPerInvoiceMax - 1 }, (_, index) => row(index))
    const { db } = portal.runtime
    await db.insertInto('invoice_payment').values(rows).execute()
    await db.updateTable('invoice').set({ paid_cents: rows.length }).where('id', '=', invoice.id).execute()

    const full = await pay(invoice.id, 1)
    expect(full.statusCode).toBe(201)
    expect((await pay(invoice.id, 1)).json().code).toBe('invoice.too_many_payments')
    expect((await admin.patch(url(invoice.id), { paid: true })).json().code).toBe('invoice.too_many_payments')
    expect((await reverse(rows[0]?.id ?? '')).statusCode).toBe(201)
    expect((await pay(invoice.id, 1)).json().code).toBe('invoice.too_many_payments')
    const [last] = full.json().payments.slice(-1)
    expect((await reverse(last.id)).json()).toMatchObject({ paid: false, paidTotal: rows.length / 100 - 0.01 })
  })

  it('stay as they are, in the database itself', async () => {
    const { invoice } = await issue()
    const [payment] = (await pay(invoice.id, 119)).json().payments
    const { db } = portal.runtime
    await expect(
      db.updateTable('invoice_payment').set({ amount_cents: 1 }).where('id', '=', payment.id).execute(),
    ).rejects.toThrow('a payment is not changed')
    await expect(db.deleteFrom('invoice_payment').where('id', '=', payment.id).execute()).rejects.toThrow(
      'a payment is not changed',
    )
  })

  it('give the state of their invoice and of its ticket, after any actions', async () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: -12_000, max: 12_000 }) }),
      fc.record({ kind: fc.constant('reverse' as const), at: fc.nat(8) }),
      fc.record({ kind: fc.constant('flag' as const), paid: fc.boolean() }),
      fc.record({ kind: fc.constant('day' as const), day: fc.integer({ min: 1, max: 10 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async actions => {
        const { ticket, invoice } = await issue()
        for (const step of actions) {
          const { payments } = (await admin.get(url(invoice.id))).json()
          if (step.kind === 'pay') await pay(invoice.id, step.cents / 100, { reason: 'x' })
          if (step.kind === 'reverse' && payments[step.at]) await reverse(payments[step.at].id)
          if (step.kind === 'flag') await admin.patch(url(invoice.id), { paid: step.paid })
          if (step.kind === 'day')
            await admin.patch(url(invoice.id), { paidDate: `2026-03-${`${step.day}`.padStart(2, '0')}` })
        }
        const after = (await admin.get(url(invoice.id))).json()
        const cents = after.payments.reduce(
          (sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100),
          0,
        )
        expect(Math.round(after.paidTotal * 100)).toBe(cents)
        expect(Math.round(after.openTotal * 100)).toBe(11_900 - cents)
        expect(after.paid).toBe(cents >= 11_900)
        expect(after.paidDate === null).toBe(!after.paid)
        expect(await badgeOf(ticket.id)).toBe(after.paid ? 'paid' : 'unpaid')
        expect(cents).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: engine === 'sqlite' ? 15 : 5, seed: 66 },
    )
    expect(await checkPaymentSums(portal.runtime.db)).toEqual([])
  })
})
