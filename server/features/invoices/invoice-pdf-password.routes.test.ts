import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshAuthenticationMinutes, revealsPerHourMax } from '#contract/limits.ts'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { collection, type InvoiceDesk, openInvoiceDesk, url } from '#server/testing/invoice-desk.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const secret = 'Zimtstern-Feder-3'

describe.each(engines)('the password of an invoice’s PDF on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let desk: InvoiceDesk
  const logged: string[] = []
  beforeAll(async () => {
    portal = await openTestApp(engine, { onLog: line => logged.push(line) })
    admin = await portal.client('admin')
    desk = openInvoiceDesk(portal, admin)
  })
  afterAll(() => portal.close())
  // Has just entered the password.
  beforeEach(async () => {
    admin = await portal.loginAs(admin.user)
    desk = openInvoiceDesk(portal, admin)
  })

  async function issueLocked() {
    const { customer, entryIds } = await desk.buildWork()
    const draft = await desk.create(await desk.complete(customer.id, { entryIds, number: `L-${customer.number}` }))
    const stored = await store(draft.id)
    expect([stored.statusCode, stored.json().hasPdfPassword]).toEqual([200, true])
    expect((await desk.publish(draft.id)).statusCode).toBe(200)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    return { id: draft.id as string, customer, kim }
  }
  const store = (id: string, password = secret) => admin.put(`${url(id)}pdf-password/`, { password })
  const reveal = (client: LoggedInClient, id: string) => client.post(`${url(id)}pdf-password-reveal/`)

  it('is revealed to the customer and to admins, and is in no other answer and no log', async () => {
    const { id, kim } = await issueLocked()
    for (const client of [admin, kim]) {
      const answers = [
        await client.get(url(id)),
        await client.get(collection),
        await client.get('/api/backend/search/?search=L'),
      ]
      for (const answer of answers) expect(answer.body).not.toContain(secret)
      expect((await client.get(url(id))).json()).toMatchObject({ hasPdfPassword: true })
      expect((await reveal(client, id)).json()).toEqual({ password: secret })
    }
    const tables = await Promise.all(
      (['invoice_pdf_password', 'outbox_mail', 'audit_entry', 'idempotency_key'] as const).map(table =>
        portal.runtime.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(tables)).not.toContain(secret)
    expect(logged.join('')).not.toContain(secret)
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', id)
      .where('action', 'like', 'invoice.password%')
      .orderBy('seq')
      .execute()
    expect(lines.map(line => line.action)).toEqual([
      'invoice.password_set',
      'invoice.password_revealed',
      'invoice.password_revealed',
    ])
  })

  it('asks for a fresh password, is not there for others or in a draft, and hidden while impersonating', async () => {
    const { id, customer, kim } = await issueLocked()
    const stranger = await portal.client('customer')
    expect((await reveal(stranger, id)).statusCode).toBe(404)
    const draft = await desk.create(await desk.complete(customer.id, { number: `D-${customer.number}` }))
    await store(draft.id)
    expect((await reveal(kim, draft.id)).statusCode).toBe(404)
    expect((await kim.put(`${url(id)}pdf-password/`, { password: 'x' })).statusCode).toBe(403)

    const looking = await portal.loginAs(admin.user)
    await portal.runtime.db
      .updateTable('session')
      .set({ as_customer_id: customer.id, as_user_until: instantText(plusMs(portal.runtime.clock.now(), hourMs)) })
      .where('user_id', '=', admin.user.id)
      .execute()
    expect((await looking.get(url(id))).json().permissions).toEqual([])
    expect((await reveal(looking, id)).json().code).toBe('as_user.read_only')
    await portal.runtime.db.updateTable('session').set({ as_customer_id: null, as_user_until: null }).execute()

    portal.clock.advance((freshAuthenticationMinutes + 1) * minuteMs)
    expect((await reveal(kim, id)).json().code).toBe('session.reauthentication_required')
  })

  it('is replaced and removed, and goes with its file', async () => {
    const { customer } = await desk.buildWork()
    const draft = await desk.create({ customerId: customer.id })
    expect((await store(draft.id)).json().code).toBe('invoice.no_pdf')
    await admin.patch(url(draft.id), { pdfFileId: await desk.uploadPdf() })
    await store(draft.id)
    expect((await store(draft.id, 'Anders-1')).json().hasPdfPassword).toBe(true)
    expect((await reveal(admin, draft.id)).json()).toEqual({ password: 'Anders-1' })
    const replaced = await admin.patch(url(draft.id), { pdfFileId: await desk.uploadPdf() })
    expect(replaced.json().hasPdfPassword).toBe(false)
    expect((await reveal(admin, draft.id)).json().code).toBe('secret.none')
    await store(draft.id)
    expect((await admin.delete(`${url(draft.id)}pdf-password/`)).statusCode).toBe(204)
    expect((await admin.get(url(draft.id))).json().hasPdfPassword).toBe(false)
    await store(draft.id)
    expect((await admin.delete(url(draft.id))).statusCode).toBe(204)
    const left = await portal.runtime.db
      .selectFrom('invoice_pdf_password')
      .selectAll()
      .where('id', '=', draft.id)
      .execute()
    expect(left).toEqual([])
  })

  it('is revealed a limited number of times per hour', async () => {
    const { id, kim } = await issueLocked()
    for (let count = 0; count < revealsPerHourMax; count += 1) expect((await reveal(kim, id)).statusCode).toBe(200)
    expect((await reveal(kim, id)).statusCode).toBe(429)
  })
})
