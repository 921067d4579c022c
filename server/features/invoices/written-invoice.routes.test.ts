import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { errorsOf, openInvoiceDesk, url } from '#server/testing/invoice-desk.ts'
import { contentOf, openWriter, seen, type Writer } from '#server/testing/invoice-writer.ts'
import { readPdf, textsOf } from '#server/testing/read-pdf.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('drafts that the portal writes on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let writer: Writer
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    writer = await openWriter(portal, admin)
  })
  afterAll(() => portal.close())

  it('are made of chosen entries, with lines, dates and live sums, and lock the entries', async () => {
    const { customer, ticket, entries } = await writer.work()
    const [draft] = await writer.drafts({ entryIds: entries.map(({ id }) => id) })
    expect(draft).toMatchObject({
      kind: 'written',
      state: 'draft',
      number: null,
      customer: { id: customer.id },
      issueDate: '2026-03-10',
      dueDate: '2026-03-24',
      net: 192.5,
      gross: 192.5,
      permissions: ['write', 'updateNotes', 'publish', 'delete'],
    })
    const { written } = draft as InvoiceWithEntries
    expect(written?.lines.map(line => [line.text, line.quantity, line.unit, line.unitPrice, line.net])).toEqual([
      [entries[0]?.name, 1, 'hour', 90, 90],
      [entries[1]?.name, 1, 'hour', 90, 90],
      ['Material', 1, 'lumpSum', 12.5, 12.5],
    ])
    expect(written?.lines[0]?.entries[0]).toMatchObject({ id: entries[0]?.id, ticket: { id: ticket.id }, total: 90 })
    const saved = await writer.save(draft, { ...contentOf(draft), lines: writer.taxed(draft, 'standard') })
    expect(saved).toMatchObject({ net: 192.5, gross: 229.08, tax: [{ rate: 19, base: 192.5, amount: 36.58 }] })
    expect(saved.written.vat).toEqual([{ vatCase: 'standard', rate: 19, base: 192.5, tax: 36.58 }])
    const again = await admin.post('/api/backend/invoice-drafts/', { form: 'written', entryIds: [entries[0]?.id] })
    expect(again.statusCode).toBe(409)
    expect(again.json().code).toBe('billing.nothing_to_bill')
  })

  it('are made of the work of some days only, by ticket, or of no work at all', async () => {
    const { customer, entries } = await writer.work()
    const [early] = await writer.drafts({ customerId: customer.id, to: '2026-02-10', grouping: 'ticket' })
    expect(early.written.lines.map((line: { net: number }) => line.net)).toEqual([90])
    expect(early.serviceFrom).toBe('2026-02-03')
    const [late] = await writer.drafts({ customerId: customer.id, from: '2026-02-11' })
    expect(late.entries.map(({ id }: { id: string }) => id)).toEqual([entries[1]?.id])
    const [empty] = await writer.drafts({ customerId: customer.id, entryIds: [] })
    expect(empty).toMatchObject({ net: 0, entries: [], written: { lines: [] } })
    const nobody = await admin.post('/api/backend/invoice-drafts/', { form: 'written', entryIds: [] })
    expect(errorsOf(nobody)).toEqual(['customerId ids.required'])
  })

  it('keep order and texts of their lines, take free ones and a reduction, and follow a changed choice of entries', async () => {
    const { draft, entries } = await writer.draftOfWork()
    const [first, ...rest] = writer.taxed(draft, 'standard')
    const reduction = {
      text: 'Nachlass',
      description: 'Stammkunde',
      quantity: -1,
      unit: 'lumpSum',
      unitPrice: 20.5,
      vatCase: 'standard',
    }
    const drive = {
      text: 'Anfahrt',
      description: '',
      quantity: 12.5,
      unit: 'kilometre',
      unitPrice: 0.42,
      vatCase: 'reduced',
    }
    const content = {
      ...contentOf(draft),
      closingText: 'Vielen Dank.',
      lines: [drive, ...rest, { ...first, text: 'Beratung vor Ort' }, reduction],
    }
    const saved = await writer.save(draft, content)
    expect(saved.written.lines.map((line: { text: string; net: number }) => [line.text, line.net])).toEqual([
      ['Anfahrt', 5.25],
      [entries[1]?.name, 90],
      ['Material', 12.5],
      ['Beratung vor Ort', 90],
      ['Nachlass', -20.5],
    ])
    expect(saved).toMatchObject({ net: 177.25, written: { closingText: 'Vielen Dank.' } })
    expect((await admin.get(url(draft.id))).json().written).toEqual(saved.written)

    const fewer = await writer.save(saved, { ...contentOf(saved), entryIds: [entries[0]?.id] })
    expect(fewer.written.lines.map((line: { text: string }) => line.text)).toEqual([
      'Anfahrt',
      'Beratung vor Ort',
      'Nachlass',
    ])
    const [freed] = await writer.drafts({ entryIds: [entries[1]?.id] })
    expect(freed.net).toBe(102.5)
  })

  it('take a reduction whose VAT case is chosen before that of the work', async () => {
    const { draft } = await writer.draftOfWork()
    const reduction = { text: 'Nachlass', description: '', quantity: -1, unit: 'lumpSum', unitPrice: 20 }
    const lines = [...contentOf(draft).lines, { ...reduction, vatCase: 'standard' }]
    const saved = await writer.save(draft, { ...contentOf(draft), lines })
    expect(saved).toMatchObject({ net: 172.5, tax: [], gross: 172.5 })
    const taxed = await writer.save(saved, { ...contentOf(saved), lines: writer.taxed(saved, 'standard') })
    expect(taxed).toMatchObject({ net: 172.5, gross: 205.28 })
  })

  it('refuse stale content, foreign and unfinished entries, a negative sum, and fields that only uploads have', async () => {
    const { draft } = await writer.draftOfWork()
    const put = (body: object, revision = draft.revision) => admin.put(`${url(draft.id)}content/`, body, seen(revision))
    expect((await put(contentOf(draft), draft.revision + 1)).statusCode).toBe(412)
    const foreign = await buildEntry(portal.runtime, { progress: 'finished' })
    expect(errorsOf(await put({ ...contentOf(draft), entryIds: [foreign.id] }))).toEqual([
      'entryIds entries.not_billable',
    ])
    const minus = {
      text: 'Nachlass',
      description: '',
      quantity: -1,
      unit: 'lumpSum',
      unitPrice: 999,
      vatCase: 'standard',
    }
    expect(errorsOf(await put({ ...contentOf(draft), lines: [...contentOf(draft).lines, minus] }))).toEqual([
      'lines invoice.amount_negative',
    ])
    expect(errorsOf(await put({ ...contentOf(draft), dueDate: '2026-01-01' }))).toEqual([
      'dueDate invoice.due_before_issue',
    ])
    const typed = await admin.patch(url(draft.id), { number: 'R-77' })
    expect([typed.statusCode, typed.json().code]).toEqual([409, 'invoice.written'])
    const uploaded = await openInvoiceDesk(portal, admin).create({ customerId: draft.customer.id })
    const other = await admin.put(`${url(uploaded.id)}content/`, contentOf(draft))
    expect(other.json().code).toBe('invoice.not_written')
    expect((await admin.get(`${url(uploaded.id)}preview/`)).json().code).toBe('invoice.not_written')
    expect((await admin.get(url(draft.id))).json().revision).toBe(draft.revision)
  })

  it('list missing parts, with the place where each is entered', async () => {
    const customer = await buildCustomer(portal.runtime, { kind: 'public', email: '' })
    const [draft] = await writer.drafts({ customerId: customer.id, entryIds: [] })
    const line = { text: '日本', description: '', quantity: 1, unit: 'piece', unitPrice: 1, vatCase: null }
    const sun = { ...line, text: 'Modul', vatCase: 'photovoltaics' }
    const saved = await writer.save(draft, { ...contentOf(draft), lines: [line, sun], issueDate: '2026-03-11' })
    const missing = saved.missing.map(({ place, field, code }: Record<string, string>) => `${place} ${field} ${code}`)
    expect(missing).toEqual([
      'invoice issueDate date.in_future',
      'invoice serviceFrom invoice.service_required',
      'invoice lines.0.vatCase vat_case.required',
      'invoice photovoltaics photovoltaics.required',
      'customer address.street required',
      'customer address.zip required',
      'customer address.city required',
      'customer email required',
      'customer leitwegId required',
      'invoice lines.0.text invoice.text_unprintable',
      'numberSeries invoice number_series.required',
    ])
    expect(saved.missing.find(({ code }: { code: string }) => code === 'invoice.text_unprintable').message).toContain(
      '„日“ (U+65E5)',
    )
  })

  it('have no reverse charge of the EU for a customer at home or outside of it', async () => {
    const { customer, draft } = await writer.complete({ kind: 'business', vat_id: 'PL1234567883' }, 'euReverse')
    const missingIn = async (country: string) => {
      await portal.runtime.db.updateTable('customer').set({ country }).where('id', '=', customer.id).execute()
      const { missing } = (await admin.get(url(draft.id))).json()
      return missing.flatMap(({ field, code }: { field: string; code: string }) =>
        code === 'vat_case.not_eu' ? [field] : [],
      )
    }
    const ofLines = ['lines.0.vatCase', 'lines.1.vatCase', 'lines.2.vatCase']
    expect(await missingIn('DE')).toEqual(ofLines)
    expect(await missingIn('CH')).toEqual(ofLines)
    expect(await missingIn('PL')).toEqual([])
  })

  it('are shown as a preview that is marked and stored nowhere', async () => {
    const { draft } = await writer.complete()
    const files = await countFiles()
    const answer = await admin.get(`${url(draft.id)}preview/`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect((await readPdf(answer.rawPayload, textsOf)).join(' ')).toContain('Entwurf')
    expect(await countFiles()).toBe(files)
  })

  it('are not previewed with a VAT case that nobody chose', async () => {
    const { draft } = await writer.draftOfWork()
    const [first, ...rest] = writer.taxed(draft, 'photovoltaics')
    const saved = await writer.save(draft, {
      ...contentOf(draft),
      lines: [first, ...rest.map(line => ({ ...line, vatCase: null }))],
    })
    const answer = await admin.get(`${url(saved.id)}preview/`)
    expect(answer.statusCode).toBe(422)
    expect(errorsOf(answer)).toEqual(['lines.1.vatCase vat_case.required', 'lines.2.vatCase vat_case.required'])
  })

  it('are invisible to their customer', async () => {
    const { draft, customer } = await writer.draftOfWork()
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    expect((await kim.get(url(draft.id))).statusCode).toBe(404)
    expect((await kim.get(`${url(draft.id)}preview/`)).statusCode).toBe(404)
    expect((await kim.put(`${url(draft.id)}content/`, contentOf(draft))).statusCode).toBe(404)
  })

  it('are deleted with their lines, and their entries are free again', async () => {
    const { draft, entries } = await writer.draftOfWork()
    expect((await admin.delete(url(draft.id))).statusCode).toBe(204)
    const left = await portal.runtime.db
      .selectFrom('invoice_line')
      .select('id')
      .where('invoice_id', '=', draft.id)
      .execute()
    expect(left).toEqual([])
    expect(await writer.drafts({ entryIds: entries.map(({ id }) => id) })).toHaveLength(1)
  })

  const countFiles = async () => (await portal.runtime.db.selectFrom('file').select('id').execute()).length

  it('belong to tickets of several customers one by one', async () => {
    const [one, other] = [await writer.work(), await writer.work()]
    const ticket = await buildTicket(portal.runtime, { customer_id: one.customer.id })
    const drafts = await writer.drafts({ ticketIds: [one.ticket.id, other.ticket.id, ticket.id], grouping: 'type' })
    expect(drafts.map(draft => draft.customer.id).toSorted()).toEqual([one.customer.id, other.customer.id].toSorted())
  })
})
