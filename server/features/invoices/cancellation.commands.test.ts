import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import { endRetention } from '#server/features/privacy/retention.commands.ts'
import { checkWorkMonths } from '#server/features/statistics/statistics.queries.ts'
import { checkTicketSums } from '#server/features/tickets/ticket-sums.queries.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { errorsOf, type InvoiceDesk, openInvoiceDesk, url } from '#server/testing/invoice-desk.ts'
import { contentOf, openWriter, type Writer } from '#server/testing/invoice-writer.ts'
import { readPdf, textsOf } from '#server/testing/read-pdf.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { invoiceArchiveJobs } from './invoice-archive.jobs.ts'
import { checkArchive } from './invoice-archive.queries.ts'
import { checkPaymentSums } from './invoice-payment.queries.ts'

const seriesUrl = '/api/backend/admin/number-series/'

describe.each(engines)('cancellations and documents of invoices on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let writer: Writer
  let desk: InvoiceDesk
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    writer = await openWriter(portal, admin)
    desk = openInvoiceDesk(portal, admin)
    await admin.put(seriesUrl, { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 })
  })
  afterAll(() => portal.close())

  const issue = async (overrides: Parameters<Writer['complete']>[0] = {}) => {
    const made = await writer.complete(overrides)
    const answer = await admin.post(`${url(made.draft.id)}publication/`)
    expect(answer.statusCode, answer.body).toBe(200)
    return { ...made, issued: answer.json() }
  }
  const cancel = (id: string, body: object = { reason: 'Leistungszeitraum falsch' }) =>
    admin.post(`${url(id)}cancellation/`, body)

  it('need a series of their own', async () => {
    const { issued } = await issue()
    expect((await cancel(issued.id)).json().code).toBe('invoice.no_series')
    await admin.put(seriesUrl, { kind: 'cancellation', form: 'ST-{year}-{number:5}', start: 1 })
    const refused = await cancel(issued.id, { reason: 'Falsches 日' })
    expect(errorsOf(refused)).toEqual(['reason invoice.text_unprintable'])
    expect((await cancel(issued.id)).statusCode).toBe(200)
  })

  it('are the exact mirror, free the entries, and leave payments as a credit', async () => {
    const { issued, customer, ticket, entries } = await issue({ kind: 'business', company: 'Bäckerei Süßkind GmbH' })
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    await admin.post(`${url(issued.id)}payments/`, { amount: 100, paidDate: '2026-03-10' })
    const cancelled = (await cancel(issued.id)).json()
    const paid = { paidTotal: 100, openTotal: -100 }
    const reason = { cancelReason: 'Leistungszeitraum falsch' }
    expect(cancelled).toMatchObject({ state: 'cancelled', gross: 229.08, entries: [], ...paid, ...reason })
    expect(cancelled.written).toEqual(issued.written)
    expect(cancelled.permissions).not.toContain('cancel')
    const mirror = (await kim.get(url(cancelled.cancelledBy.id))).json()
    expect(mirror).toMatchObject({
      kind: 'cancellation',
      state: 'issued',
      number: 'ST-2026-00002',
      net: -issued.net,
      gross: -issued.gross,
      tax: [{ rate: 19, base: -192.5, amount: -36.58 }],
      paid: true,
      paidDate: null,
      dueDate: null,
      openTotal: 0,
      payment: null,
      cancelReason: 'Leistungszeitraum falsch',
      cancels: { id: issued.id, number: issued.number },
    })
    type Line = { text: string; quantity: number; unitPrice: number; net: number }
    const facts = ({ written }: { written: { lines: Line[] } }, sign: number) =>
      written.lines.map(({ text, quantity, unitPrice, net }) => [text, sign * quantity, unitPrice, sign * net])
    expect(facts(mirror, -1)).toEqual(facts(issued, 1))
    const text = (await readPdf((await kim.get(`${url(mirror.id)}pdf/`)).rawPayload, textsOf)).join(' ')
    for (const part of ['Stornorechnung ST-2026-00002', issued.number, 'Leistungszeitraum falsch']) {
      expect(text).toContain(part)
    }
    const xml = (await kim.get(`${url(mirror.id)}xrechnung/`)).body
    expect(xml).toContain('<ram:TypeCode>384</ram:TypeCode>')
    expect(xml).toContain('<ram:GrandTotalAmount>-229.08</ram:GrandTotalAmount>')
    expect((await kim.get(`/api/backend/tickets/${ticket.id}/`)).json()).toMatchObject({
      billedTotal: 0,
      openTotal: 192.5,
      invoicePaid: null,
    })
    expect((await kim.get('/api/backend/invoice-summary/')).json()).toMatchObject({ unpaidTotal: 0, unpaidCount: 0 })
    const [again] = await writer.drafts({ entryIds: entries.map(({ id }) => id) })
    expect(again.net).toBe(192.5)
    const mails = await portal.runtime.db
      .selectFrom('outbox_mail')
      .select('text')
      .where('subject', '=', `Rechnung ${issued.number} ist storniert`)
      .execute()
    expect(mails).toHaveLength(1)
    expect((await cancel(issued.id)).json().code).toBe('invoice.not_cancellable')
    expect((await cancel(mirror.id)).json().code).toBe('invoice.not_cancellable')
    expect((await cancel(again.id)).json().code).toBe('invoice.not_issued')
  })

  it('mirror the tax lines of an uploaded invoice, or name why they have no exact mirror', async () => {
    const { customer } = await writer.work()
    const upload = async (more: object) => {
      const draft = await desk.create(await desk.complete(customer.id, more))
      expect((await desk.publish(draft.id)).statusCode).toBe(200)
      return draft
    }
    const mixed = await upload({
      net: 150,
      tax: [
        { rate: 19, base: 100, amount: 19 },
        { rate: 0, base: 50, amount: 0 },
      ],
      gross: 169,
    })
    expect(errorsOf(await cancel(mixed.id))).toEqual(['zeroRateCase vat_case.required'])
    const answer = await cancel(mixed.id, { reason: 'Doppelt', zeroRateCase: 'photovoltaics' })
    expect(answer.statusCode, answer.body).toBe(200)
    const mirror = (await admin.get(url(answer.json().cancelledBy.id))).json()
    expect(mirror).toMatchObject({ net: -150, gross: -169, serviceFrom: '2026-03-02' })
    expect(mirror.written.lines.map((line: { net: number; vatCase: string }) => [line.net, line.vatCase])).toEqual([
      [-100, 'standard'],
      [-50, 'photovoltaics'],
    ])
    const rounded = await upload({ net: 100, tax: [{ rate: 19, base: 100, amount: 19.01 }], gross: 119.01 })
    expect(errorsOf(await cancel(rounded.id))).toEqual(['reason invoice.no_mirror'])
    const old = await upload({ net: 100, tax: [{ rate: 16, base: 100, amount: 16 }], gross: 116 })
    expect(errorsOf(await cancel(old.id))).toEqual(['reason invoice.no_mirror'])
    expect((await admin.get(url(old.id))).json().state).toBe('issued')
  })

  it('are read by their customer only: a copy that opens with the revealed password, XRechnung for businesses', async () => {
    const { issued, customer } = await issue()
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const stranger = await portal.client('customer')
    for (const path of ['locked-pdf/', 'xrechnung/', 'pdf/']) {
      expect((await stranger.get(`${url(issued.id)}${path}`)).statusCode).toBe(404)
    }
    expect((await kim.get(`${url(issued.id)}xrechnung/`)).statusCode).toBe(404)
    const password = (await kim.post(`${url(issued.id)}pdf-password-reveal/`)).json().password
    expect(password).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    const copy = await kim.get(`${url(issued.id)}locked-pdf/`)
    expect(copy.headers['content-disposition']).toContain(`Rechnung_${issued.number}_geschuetzt.pdf`)
    await expect(readPdf(copy.rawPayload, textsOf)).rejects.toThrow(/password/i)
    expect((await readPdf(copy.rawPayload, textsOf, password)).join(' ')).toContain(issued.number)
    const renewed = await admin.post(`${url(issued.id)}pdf-password-renewal/`)
    expect(renewed.statusCode).toBe(200)
    const next = (await kim.post(`${url(issued.id)}pdf-password-reveal/`)).json().password
    expect(next).not.toBe(password)
    expect(
      (await readPdf((await kim.get(`${url(issued.id)}locked-pdf/`)).rawPayload, textsOf, next)).length,
    ).toBeGreaterThan(0)
    const actions = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', issued.id)
      .orderBy('seq')
      .execute()
    expect(actions.map(({ action }) => action).slice(3)).toEqual([
      'invoice.password_revealed',
      'invoice.copy_downloaded',
      'invoice.password_renewed',
      'invoice.password_revealed',
      'invoice.copy_downloaded',
    ])
    expect((await kim.post(`${url(issued.id)}pdf-password-renewal/`)).statusCode).toBe(403)
    const dump = JSON.stringify([
      (await kim.get(url(issued.id))).json(),
      await portal.runtime.db.selectFrom('audit_entry').selectAll().execute(),
      await portal.runtime.db.selectFrom('outbox_mail').selectAll().execute(),
      await portal.runtime.db.selectFrom('idempotency_key').selectAll().execute(),
      await portal.runtime.db.selectFrom('invoice_pdf_password').selectAll().execute(),
    ])
    for (const secret of [password, next]) expect(dump).not.toContain(secret)
  })

  it('keep the documents of their issue when the customer becomes another kind', async () => {
    for (const [before, after, has] of [
      ['private', 'business', false],
      ['business', 'private', true],
    ] as const) {
      const { issued, customer } = await issue({ kind: before, company: 'Bäckerei Süßkind GmbH' })
      await portal.runtime.db.updateTable('customer').set({ kind: after }).where('id', '=', customer.id).execute()
      const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
      const { permissions } = (await kim.get(url(issued.id))).json()
      expect(permissions.includes('downloadXrechnung'), before).toBe(has)
      expect((await kim.get(`${url(issued.id)}xrechnung/`)).statusCode, before).toBe(has ? 200 : 404)
    }
  })

  it('are closed to an admin who impersonates their customer: no file, no password', async () => {
    const { issued, customer, draft } = await issue({ kind: 'business', company: 'Bäckerei Süßkind GmbH' })
    const other = await writer.complete()
    const looking = await portal.client('admin')
    await portal.runtime.db
      .updateTable('session')
      .set({ as_customer_id: customer.id, as_user_until: instantText(plusMs(portal.runtime.clock.now(), hourMs)) })
      .where('user_id', '=', looking.user.id)
      .execute()
    expect((await looking.get(url(issued.id))).json().permissions).toEqual([])
    for (const path of ['pdf/', 'locked-pdf/', 'xrechnung/']) {
      expect((await looking.get(`${url(draft.id)}${path}`)).json().code, path).toBe('as_user.no_files')
    }
    expect((await looking.get(`${url(other.draft.id)}preview/`)).statusCode).toBe(404)
    for (const path of ['pdf-password-reveal/', 'pdf-password-renewal/', 'cancellation/']) {
      const answer = await looking.post(`${url(issued.id)}${path}`, path === 'cancellation/' ? { reason: 'x' } : {})
      expect(answer.json().code, path).toBe('as_user.read_only')
    }
  })

  it('keep the redundant sums right', async () => {
    const { draft } = await writer.complete()
    await writer.save(draft, { ...contentOf(draft), closingText: 'Danke' })
    expect(await checkPaymentSums(portal.runtime.db)).toEqual([])
    expect(await checkTicketSums(portal.runtime.db)).toEqual([])
    expect(await checkWorkMonths(portal.runtime.db)).toEqual([])
    expect(await checkArchive(portal.runtime.db)).toEqual([])
  })

  it('are compared each night with the issued values', async () => {
    const { issued } = await issue()
    const { db } = portal.runtime
    const forged = {
      ...(await db.selectFrom('invoice_xml').selectAll().where('invoice_id', '=', issued.id).executeTakeFirstOrThrow()),
    }
    await db
      .insertInto('invoice_xml')
      .values({ ...forged, profile: 'xrechnung' })
      .execute()
    expect(await checkArchive(db)).toEqual([{ id: issued.id, number: issued.number, part: 'document' }])
    const [job] = invoiceArchiveJobs
    await expect(job?.run(portal.runtime, null)).rejects.toThrow(`Of invoice ${issued.number} the document`)
  })

  it('end with their retention: lines, snapshot, XML and password go with the invoice, the cancellation stays', async () => {
    const { issued } = await issue()
    const cancelled = (await cancel(issued.id)).json()
    const { db } = portal.runtime
    const retained = { invoice_id: issued.id, recipient: 'Erika', kept_until: '2026-03-09', is_released: 0 as const }
    await db.insertInto('retained_invoice').values(retained).execute()
    await endRetention(portal.runtime)
    expect((await admin.get(url(issued.id))).statusCode).toBe(404)
    for (const table of ['invoice_line', 'invoice_snapshot', 'invoice_xml'] as const) {
      expect(await db.selectFrom(table).select('invoice_id').where('invoice_id', '=', issued.id).execute()).toEqual([])
    }
    const mirror = (await admin.get(url(cancelled.cancelledBy.id))).json()
    expect(mirror).toMatchObject({ kind: 'cancellation', cancels: null })
  })

  it('are compared field by field: the page shows rows, and the issued values are the snapshot', async () => {
    const { db } = portal.runtime
    const on = (table: string) => (engine === 'sqlite' ? '' : ` on ${table}`)
    for (const [trigger, table] of [
      ['invoice_issued_stays', 'invoice'],
      ['invoice_line_stays', 'invoice_line'],
    ] as const) {
      await sql.raw(`drop trigger ${trigger}${on(table)}`).execute(db)
    }
    const forgeries = [
      ['row', { due_date: '2026-04-01', due_key: '2026-04-01' }, null],
      ['row', { service_from: '2026-01-01' }, null],
      ['line', null, { quantity_milli: 2_000 }],
      ['line', null, { unit_price_e4: 1 }],
      ['line', null, { description: 'anders' }],
    ] as const
    for (const [part, row, line] of forgeries) {
      const { issued } = await issue()
      if (row) await db.updateTable('invoice').set(row).where('id', '=', issued.id).execute()
      if (line) await db.updateTable('invoice_line').set(line).where('invoice_id', '=', issued.id).execute()
      const found = (await checkArchive(db)).filter(({ id }) => id === issued.id)
      expect(found, JSON.stringify(row ?? line)).toEqual([{ id: issued.id, number: issued.number, part }])
    }
  })
})
