import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, instantText, minuteMs } from '#server/clock.ts'
import { buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { buildNewcomer, waitAndErase } from '#server/testing/leaving-customer.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { carryOutErasures } from './erasure-run.commands.ts'

describe.each(engines)('a deleted account on %s', engine => {
  let portal: TestApp
  let runtime: TestApp['runtime']
  beforeAll(async () => {
    portal = await openTestApp(engine)
    runtime = portal.runtime
  })
  afterAll(() => portal.close())

  const mails = async () =>
    (await runtime.db.selectFrom('outbox_mail').select(['recipient', 'subject']).orderBy('id').execute()).map(
      ({ recipient, subject }) => `${recipient}: ${subject}`,
    )

  it('is requested with reauthentication and the customer’s number, and waits two weeks', async () => {
    const { customer, kim, url } = await buildNewcomer(portal)
    expect((await kim.get(url)).json()).toMatchObject({
      state: 'none',
      confirmation: customer.number,
      obstacles: [],
      permissions: ['ask'],
    })
    const wrong = await kim.post(url, { confirmation: 'ja' })
    expect(wrong.json()).toMatchObject({
      status: 422,
      errors: [{ field: 'confirmation', code: 'erasure.confirmation' }],
    })
    const asked = await kim.post(url, { confirmation: ` ${customer.number.toLowerCase()} ` })
    expect(asked.json()).toMatchObject({ state: 'waiting', askedBy: 'customer', permissions: ['withdraw'] })
    expect(asked.json().dueAt).toBe(instantText(new Date(portal.clock.now().getTime() + 14 * dayMs)))
    expect((await kim.post(url, { confirmation: customer.number })).json().code).toBe('erasure.already_asked')
    expect(await mails()).toContain('kim@example.org: Ihr Kundenkonto soll gelöscht werden')
    portal.clock.advance(11 * minuteMs)
    const late = await portal.loginAs(kim.user)
    portal.clock.advance(11 * minuteMs)
    expect((await late.post(url, { confirmation: customer.number })).json().code).toBe(
      'session.reauthentication_required',
    )
    await carryOutErasures(runtime)
    expect((await late.get(url)).json().state).toBe('waiting')
  })

  it('can be withdrawn by the customer and by an admin, for any requester', async () => {
    const { customer, kim, admin, url } = await buildNewcomer(portal)
    for (const [asking, withdrawing] of [
      [kim, admin],
      [admin, kim],
    ] as const) {
      expect((await asking.post(url, { confirmation: customer.number })).statusCode).toBe(200)
      expect((await withdrawing.delete(url)).json()).toMatchObject({ state: 'none', permissions: ['ask'] })
    }
    expect((await kim.delete(url)).json().code).toBe('erasure.none')
    expect(await mails()).toContain(`kim@example.org: Kundenkonto ${customer.number} wird nicht gelöscht`)
    await waitAndErase(portal)
    expect((await (await portal.loginAs(kim.user)).get(url)).json().state).toBe('none')
    const lines = (await (await portal.loginAs(kim.user)).get('/api/backend/audit-log/')).json().results
    expect(lines.map((line: { action: string }) => line.action)).toEqual([
      'customer.erasure_asked',
      'customer.erasure_withdrawn',
    ])
  })

  it('does not exist for others, and cannot be changed while impersonating', async () => {
    const { customer, admin, url } = await buildNewcomer(portal)
    const stranger = await portal.client('customer')
    for (const answer of [
      await stranger.get(url),
      await stranger.post(url, { confirmation: customer.number }),
      await stranger.delete(url),
    ]) {
      expect(answer.statusCode).toBe(404)
    }
    await admin.post('/api/auth/as-user/', { customerId: customer.id })
    expect((await admin.get(url)).json()).toMatchObject({ permissions: [] })
    expect((await admin.post(url, { confirmation: customer.number })).json().code).toBe('as_user.read_only')
  })

  it('is deleted also when another one, due before it, cannot be', async () => {
    const [stuck, free] = [await buildNewcomer(portal), await buildNewcomer(portal)]
    for (const { kim, url, customer } of [stuck, free]) await kim.post(url, { confirmation: customer.number })
    // Another user's work on one of their drafts: the database refuses to delete the draft.
    const entry = await buildEntry(runtime, { ticket_id: (await buildTicket(runtime, {})).id })
    const draft = await buildInvoice(runtime, [], { customer_id: stuck.customer.id, state: 'draft' })
    await runtime.db.updateTable('ticket_entry').set({ invoice_id: draft.id }).where('id', '=', entry.id).execute()
    await expect(waitAndErase(portal)).rejects.toThrow('1 accounts could not be deleted.')
    const ids = [stuck.customer.id, free.customer.id]
    const left = await runtime.db.selectFrom('customer').select('id').where('id', 'in', ids).execute()
    expect(left).toEqual([{ id: stuck.customer.id }])
    await runtime.db.updateTable('ticket_entry').set({ invoice_id: null }).where('id', '=', entry.id).execute()
    await carryOutErasures(runtime)
  })

  it('is refused while invoices are unpaid, and waits for later ones', async () => {
    const { customer, kim, admin, url } = await buildNewcomer(portal)
    await admin.patch('/api/backend/settings/', { email: 'chef@example.org' })
    const entry = await buildEntry(runtime, {
      ticket_id: (await buildTicket(runtime, { customer_id: customer.id })).id,
    })
    await kim.post(url, { confirmation: customer.number })
    const invoice = await buildInvoice(runtime, [entry])
    await waitAndErase(portal)
    await carryOutErasures(runtime)
    const later = await portal.loginAs(kim.user)
    expect((await later.get(url)).json()).toMatchObject({ state: 'waiting', obstacles: ['unpaid_invoices'] })
    await later.delete(url)
    expect((await later.post(url, { confirmation: customer.number })).json().code).toBe('erasure.unpaid_invoices')
    await runtime.db
      .updateTable('invoice')
      .set({ is_paid: 1, paid_on: '2026-04-01' })
      .where('id', '=', invoice.id)
      .execute()
    expect((await later.post(url, { confirmation: customer.number })).statusCode).toBe(200)
  })

  it('can never be the business’s own', async () => {
    const admin = await portal.client('admin')
    const url = `/api/backend/customer/${admin.user.customerId}/erasure/`
    const { confirmation, obstacles } = (await admin.get(url)).json()
    expect(obstacles).toEqual(['own_business'])
    expect((await admin.post(url, { confirmation })).json().code).toBe('erasure.own_business')
  })
})
