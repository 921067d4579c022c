import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scopeOf } from '#server/auth/scope.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { buildUser } from '#server/testing/build.ts'
import { damagedPng, pngOf } from '#server/testing/build-pictures.ts'
import { buildActor } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { errorsOf, openInvoiceDesk, url } from '#server/testing/invoice-desk.ts'
import { contentOf, openWriter, seen, type Writer } from '#server/testing/invoice-writer.ts'
import { readPdf, textsOf } from '#server/testing/read-pdf.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { publishInvoice } from './invoice-publication.commands.ts'

const seriesUrl = '/api/backend/admin/number-series/'

describe.each(engines)('invoices that the portal issues on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let writer: Writer
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    writer = await openWriter(portal, admin)
  })
  afterAll(() => portal.close())

  const publish = (id: string, client = admin) => client.post(`${url(id)}publication/`)
  const numbers = async () => {
    const rows = await portal.runtime.db
      .selectFrom('invoice')
      .select('number')
      .where('kind', '=', 'written')
      .where('state', '=', 'issued')
      .execute()
    return rows.map(({ number }) => Number(number?.slice(-5))).toSorted((one, other) => one - other)
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

  it('need a number series, whose numbers cannot be typed any more', async () => {
    const desk = openInvoiceDesk(portal, admin)
    const { draft } = await writer.complete()
    expect(draft.missing).toEqual([expect.objectContaining({ place: 'numberSeries', code: 'number_series.required' })])
    expect(errorsOf(await publish(draft.id))).toEqual(['numberSeries.invoice number_series.required'])
    const typed = await desk.create({ customerId: draft.customer.id, number: 'XE-2026-00041' })
    const kept = await desk.create(await desk.complete(draft.customer.id, { number: 'XE-2026-00009' }))
    const proposed = (await admin.get(seriesUrl)).json().results
    expect(proposed).toEqual([
      expect.objectContaining({
        kind: 'invoice',
        isSet: false,
        form: 'RE-{year}-{number:5}',
        nextNumber: 'RE-2026-00001',
      }),
      expect.objectContaining({ kind: 'cancellation', isSet: false, form: 'ST-{year}-{number:5}' }),
    ])
    const set = (form: string, start: number) => admin.put(seriesUrl, { kind: 'invoice', form, start }, seen(0))
    expect(errorsOf(await set('XE-{year}-{number:5}', 41))).toEqual(['start number_series.start_taken'])
    const answer = await set('XE-{year}-{number:5}', 42)
    expect(answer.json()).toMatchObject({ isSet: true, next: 42, nextNumber: 'XE-2026-00042', revision: 1 })
    expect((await set('XE-{year}-{number:5}', 43)).statusCode).toBe(412)
    const same = { kind: 'cancellation', form: 'xe-{year}-{number}', start: 1 }
    expect(errorsOf(await admin.put(seriesUrl, same))).toEqual(['form number_series.same_form'])
    const refused = await admin.patch(url(typed.id), { number: 'xe-2026-7' })
    expect(errorsOf(refused)).toEqual(['number invoice_number.of_series'])
    expect(errorsOf(await desk.publish(kept.id))).toEqual(['number invoice_number.of_series'])
    expect((await admin.patch(url(typed.id), { number: 'Y-1' })).statusCode).toBe(200)
    const back = await admin.put(seriesUrl, { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 }, seen(1))
    expect(back.json()).toMatchObject({ nextNumber: 'RE-2026-00001', revision: 2 })
  })

  it('get number, snapshot, checked XML, original and password together, and the log covers their hashes', async () => {
    const made = await writer.complete({ kind: 'business', company: 'Bäckerei Süßkind GmbH' })
    const draft = await writer.save(made.draft, { ...contentOf(made.draft), hasWorkRecord: true })
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: made.customer.id }))
    const answer = await publish(draft.id)
    expect(answer.statusCode, answer.body).toBe(200)
    const issued = answer.json()
    expect(issued).toMatchObject({
      number: 'RE-2026-00001',
      state: 'issued',
      kind: 'written',
      hasPdfPassword: true,
      gross: 229.08,
    })
    expect(issued.files).toEqual([
      expect.objectContaining({ name: 'Rechnung_RE-2026-00001.pdf', mediaType: 'application/pdf' }),
    ])
    const { db } = portal.runtime
    const snapshot = await db
      .selectFrom('invoice_snapshot')
      .selectAll()
      .where('invoice_id', '=', draft.id)
      .executeTakeFirstOrThrow()
    const stored = JSON.parse(snapshot.content)
    expect(stored).toMatchObject({ number: 'RE-2026-00001', grossCents: 22_908, hasWorkRecord: true })
    expect(stored.lines.flatMap((line: { work: unknown[] }) => line.work)).toHaveLength(2)
    const xml = await db
      .selectFrom('invoice_xml')
      .selectAll()
      .where('invoice_id', '=', draft.id)
      .orderBy('profile')
      .execute()
    expect(xml.map(({ profile }) => profile)).toEqual(['en16931', 'xrechnung'])
    for (const row of xml) {
      const amounts = [...row.xml.matchAll(/<ram:GrandTotalAmount>([\d.]+)</g)].map(([, amount]) => Number(amount))
      expect(amounts).toEqual([issued.gross])
    }
    const original = (await kim.get(`${url(draft.id)}pdf/`)).rawPayload
    const attached = await readPdf(original, pdf => pdf.getAttachmentContent('factur-x.xml'))
    expect(new TextDecoder().decode(attached ?? undefined)).toBe(xml[0]?.xml)
    expect((await readPdf(original, textsOf)).join(' ')).toContain('RE-2026-00001')
    const line = await db
      .selectFrom('audit_entry')
      .select('details')
      .where('action', '=', 'invoice.published')
      .where('subject_id', '=', draft.id)
      .executeTakeFirstOrThrow()
    const sum = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
    expect(line.details).toBe(
      `RE-2026-00001 snapshot=${sum(snapshot.content)} original=${sum(original)} en16931=${sum(xml[0]?.xml ?? '')} xrechnung=${sum(xml[1]?.xml ?? '')}`,
    )
    const mails = await db
      .selectFrom('outbox_mail')
      .select('text')
      .where('subject', '=', 'Neue Rechnung RE-2026-00001')
      .execute()
    expect(mails).toHaveLength(1)
    expect((await kim.get(url(draft.id))).json().written.lines).toEqual(issued.written.lines)
    expect((await kim.get(`/api/backend/tickets/${made.ticket.id}/`)).json()).toMatchObject({
      billedTotal: 192.5,
      invoicePaid: 'unpaid',
    })
    expect((await admin.get('/api/backend/invoices/?search=RE-2026-00001')).json().count).toBe(1)
    expect(await publish(draft.id).then(again => again.json().code)).toBe('invoice.published')
  })

  it('fit the order of their dates, which lie neither in the future nor before the last one', async () => {
    const { draft } = await writer.complete()
    const early = await writer.save(draft, { ...contentOf(draft), issueDate: '2026-03-09' })
    expect(errorsOf(await publish(early.id))).toEqual(['issueDate invoice.issue_before_last'])
    const late = await writer.save(early, { ...contentOf(early), issueDate: '2026-03-11' })
    expect(errorsOf(await publish(late.id))).toEqual(['issueDate date.in_future'])
    const today = await writer.save(late, { ...contentOf(late), issueDate: '2026-03-10' })
    expect((await publish(today.id)).json().number).toBe('RE-2026-00002')
  })

  it('are kept by the database itself: lines, work, snapshot, XML and the bytes of the file', async () => {
    const { draft } = await writer.complete()
    await publish(draft.id)
    const { db } = portal.runtime
    const refused = /an issued invoice is not changed/
    const line = await db
      .selectFrom('invoice_line')
      .selectAll()
      .where('invoice_id', '=', draft.id)
      .executeTakeFirstOrThrow()
    const file = (await admin.get(url(draft.id))).json().files[0].id
    const ofLine = { line_id: line.id }
    const attempts = [
      () => db.updateTable('invoice_line').set({ text: 'x' }).where('id', '=', line.id).execute(),
      () => db.deleteFrom('invoice_line').where('id', '=', line.id).execute(),
      () =>
        db
          .insertInto('invoice_line')
          .values({ ...line, id: `${line.id}0` })
          .execute(),
      () =>
        db.updateTable('invoice_line_entry').set({ amount_cents: 1 }).where('line_id', '=', ofLine.line_id).execute(),
      () => db.deleteFrom('invoice_line_entry').where('line_id', '=', ofLine.line_id).execute(),
      () => db.updateTable('invoice').set({ closing_text: 'x' }).where('id', '=', draft.id).execute(),
      () => db.updateTable('invoice').set({ kind: 'uploaded' }).where('id', '=', draft.id).execute(),
      () => db.updateTable('invoice_snapshot').set({ content: '{}' }).where('invoice_id', '=', draft.id).execute(),
      () => db.deleteFrom('invoice_snapshot').where('invoice_id', '=', draft.id).execute(),
      () => db.updateTable('invoice_xml').set({ xml: '' }).where('invoice_id', '=', draft.id).execute(),
      () => db.deleteFrom('invoice_xml').where('invoice_id', '=', draft.id).execute(),
      () => db.updateTable('file').set({ sha256: '0' }).where('id', '=', file).execute(),
      () =>
        db
          .updateTable('file_chunk')
          .set({ content: new Uint8Array(1) })
          .where('file_id', '=', file)
          .execute(),
      () => db.deleteFrom('file_chunk').where('file_id', '=', file).execute(),
    ]
    for (const [index, attempt] of attempts.entries()) {
      await expect(attempt(), String(index)).rejects.toThrow(refused)
    }
    await db.updateTable('file').set({ name: 'Rechnung.pdf' }).where('id', '=', file).execute()
  })

  it('are issued once when two admins issue one draft', async () => {
    const other = await portal.client('admin')
    const { draft } = await writer.complete()
    const before = (await numbers()).length
    const answers = await Promise.all([publish(draft.id), publish(draft.id, other)])
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 409])
    expect(await numbers()).toEqual(upTo(before + 1))
  })

  it('leave no gap and no trace when something fails at random', async () => {
    const actor = await buildActor(portal.runtime)
    const drafts = await Promise.all(upTo(6).map(() => writer.complete()))
    const before = (await numbers()).length
    let calls = 0
    const fails = () => {
      calls += 1
      if (calls % 2 === 1) throw new Error('out of order')
    }
    const broken: Context = {
      ...portal.runtime,
      actor,
      scope: scopeOf(actor),
      address: '',
      userAgent: '',
      beforeCommit: async () => fails(),
      documents: {
        ...portal.runtime.documents,
        render: async (...request) => {
          fails()
          return portal.runtime.documents.render(...request)
        },
      },
    }
    const results = await Promise.allSettled(drafts.map(({ draft }) => publishInvoice(broken, draft.id, undefined)))
    expect(new Set(results.map(({ status }) => status))).toContain('rejected')
    const failed = drafts.filter((_, index) => results[index]?.status === 'rejected').map(({ draft }) => draft.id)
    const { db } = portal.runtime
    for (const table of ['invoice_snapshot', 'invoice_xml'] as const) {
      expect(await db.selectFrom(table).select('invoice_id').where('invoice_id', 'in', failed).execute()).toEqual([])
    }
    expect(await db.selectFrom('invoice_pdf_password').select('id').where('id', 'in', failed).execute()).toEqual([])
    for (const id of failed) expect((await publish(id)).statusCode).toBe(200)
    expect(await numbers()).toEqual(upTo(before + drafts.length))
  })

  it('have no gap and no double when fifty are issued at once, from two instances', async () => {
    const instance = engine === 'postgres' ? await openTestApp(engine, { instanceOn: portal.database }) : null
    const second = instance ? await instance.loginAs(admin.user) : admin
    const drafts = []
    for (const _ of upTo(50)) drafts.push((await writer.complete()).draft)
    const before = (await numbers()).length
    const answers = await Promise.all(drafts.map(({ id }, index) => publish(id, index % 2 === 0 ? admin : second)))
    expect(answers.map(answer => answer.statusCode)).toEqual(drafts.map(() => 200))
    expect(await numbers()).toEqual(upTo(before + 50))
    await instance?.close()
  })

  it('are shown and issued with the company name instead of a damaged logo, which is logged once', async () => {
    const { db, clock, log } = portal.runtime
    const content = damagedPng(60, 20)
    const sha256 = createHash('sha256').update(engine).update(content).digest('hex')
    const about = { id: 1, media_type: 'image/png', width: 60, height: 20, sha256 } as const
    await db
      .insertInto('business_logo')
      .values({ ...about, content, created_at: instantText(clock.now()) })
      .execute()
    const warned = vi.spyOn(log, 'warn')
    const { draft } = await writer.complete()
    const preview = await admin.get(`${url(draft.id)}preview/`)
    expect(preview.statusCode, preview.body).toBe(200)
    expect((await publish(draft.id)).statusCode).toBe(200)
    const original = (await admin.get(`${url(draft.id)}pdf/`)).rawPayload
    for (const document of [preview.rawPayload, original]) {
      expect((await readPdf(document, textsOf))[0]).toMatch(/^Lumen Technik Größl e\. K\./)
      expect(document.includes('/Subtype /Image')).toBe(false)
    }
    expect(warned.mock.calls.filter(([, text]) => String(text).includes('logo'))).toHaveLength(1)
    await db.deleteFrom('business_logo').execute()
  })

  it('are shown and issued with the raster of an SVG logo, which is archived', async () => {
    const { db, clock } = portal.runtime
    const content = pngOf(60, 20)
    const raster_sha256 = createHash('sha256').update(content).digest('hex')
    await db
      .insertInto('business_logo')
      .values({
        ...{ id: 1, media_type: 'image/svg+xml', width: 60, height: 20, sha256: 'c3'.repeat(32) },
        ...{ content: Buffer.from('<svg/>'), created_at: instantText(clock.now()) },
        ...{ raster_width: 60, raster_height: 20, raster_sha256, raster_content: content },
      })
      .execute()
    const { draft } = await writer.complete()
    const preview = await admin.get(`${url(draft.id)}preview/`)
    expect(preview.statusCode, preview.body).toBe(200)
    expect((await publish(draft.id)).statusCode).toBe(200)
    const original = (await admin.get(`${url(draft.id)}pdf/`)).rawPayload
    for (const document of [preview.rawPayload, original]) {
      expect(document.includes('/Subtype /Image')).toBe(true)
    }
    const kept = await db.selectFrom('invoice_logo').select('sha256').where('sha256', '=', raster_sha256).execute()
    expect(kept).toHaveLength(1)
    await db.deleteFrom('business_logo').execute()
  })
})
