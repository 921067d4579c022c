/** Bad input and bad luck while invoices are written: a German sentence, nothing half-written, no number lost. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { invoiceLinesMax } from '#contract/limits.ts'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import { dayMs } from '#server/clock.ts'
import { DocumentError } from '#server/invoice-documents/document-error.ts'
import { engines } from '#server/testing/engines.ts'
import { errorsOf, url } from '#server/testing/invoice-desk.ts'
import { contentOf, openWriter, seen, type Writer } from '#server/testing/invoice-writer.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const seriesUrl = '/api/backend/admin/number-series/'
const profileUrl = '/api/backend/business-profile/'

/** Everything that an issue writes. */
const written = [
  'invoice',
  'invoice_line',
  'invoice_line_entry',
  'invoice_snapshot',
  'invoice_xml',
  'invoice_pdf_password',
  'number_sequence',
  'number_series',
  'file',
  'outbox_mail',
  'audit_entry',
] as const

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let writer: Writer
  let render: TestApp['runtime']['documents']['render']
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    writer = await openWriter(portal, admin)
    const series = { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 }
    expect((await admin.put(seriesUrl, series)).statusCode).toBe(200)
    render = portal.runtime.documents.render
  })
  beforeEach(() => vi.restoreAllMocks())
  afterAll(() => portal.close())

  const publish = (id: string) => admin.post(`${url(id)}publication/`)
  const nextNumber = async (): Promise<string> => (await admin.get(seriesUrl)).json().results[0].nextNumber
  const stored = async () => {
    const { db } = portal.runtime
    const rows = await Promise.all(written.map(table => db.selectFrom(table).selectAll().execute()))
    return rows.map(found => found.map(row => JSON.stringify(row)).toSorted())
  }
  const messagesOf = (answer: { json(): { errors: { message: string }[] } }) =>
    answer.json().errors.map(({ message }) => message)
  /** Refused with these errors, and nothing is written. */
  const expectRefused = async (id: string, errors: readonly string[]) => {
    const [before, number] = [await stored(), await nextNumber()]
    const answer = await publish(id)
    expect([answer.statusCode, ...errorsOf(answer)]).toEqual([422, ...errors])
    expect(await stored()).toEqual(before)
    expect(await nextNumber()).toBe(number)
    return messagesOf(answer)
  }
  /** Something happens while the document is rendered for the first time. */
  const whileRendering = (happens: () => Promise<unknown>) => {
    const spy = vi.spyOn(portal.runtime.documents, 'render')
    spy.mockImplementationOnce(async (...request) => {
      await happens()
      return render(...request)
    })
    return spy
  }

  it('an IBAN that is off by one digit is refused where it is entered', async () => {
    const { iban, revision } = (await admin.get('/api/backend/admin/business-profile/')).json()
    const answer = await admin.patch(profileUrl, { iban: 'DE02 1203 0000 0000 2020 52' }, seen(revision))
    expect(errorsOf(answer)).toEqual(['iban iban.check_digits'])
    expect(messagesOf(answer)).toEqual([
      'In dieser IBAN stimmt eine Ziffer nicht. Bitte vergleichen Sie sie mit Ihrem Kontoauszug.',
    ])
    expect((await admin.get('/api/backend/admin/business-profile/')).json()).toMatchObject({ iban, revision })
  })

  it('a letter that the font lacks is named, and so is a control character', async () => {
    const { draft, customer } = await writer.complete()
    const lines = contentOf(draft).lines.map((line, index) => (index === 0 ? { ...line, text: 'Café 日本' } : line))
    const saved = await writer.save(draft, { ...contentOf(draft), lines })
    expect(await expectRefused(saved.id, ['lines.0.text invoice.text_unprintable'])).toEqual([
      'Das Zeichen „日“ (U+65E5) lässt sich auf einer Rechnung nicht drucken. Bitte ersetzen Sie es.',
    ])
    const typed = { ...contentOf(draft), lines: lines.map(line => ({ ...line, text: 'Glocke\u0007' })) }
    const answer = await admin.put(`${url(draft.id)}content/`, typed, seen(saved.revision))
    expect(errorsOf(answer)).toEqual(lines.map((_, index) => `lines.${index}.text text.characters`))
    // One that is older than this rule.
    await writer.save(saved, contentOf(draft))
    await portal.runtime.db
      .updateTable('customer')
      .set({ street: 'Weg\u0007 1' })
      .where('id', '=', customer.id)
      .execute()
    expect(await expectRefused(saved.id, ['customer.address.street invoice.text_unprintable'])).toEqual([
      'Das Steuerzeichen U+0007 lässt sich auf einer Rechnung nicht drucken. Bitte ersetzen Sie es.',
    ])
  })

  it('a sum of nothing is refused', async () => {
    const { draft } = await writer.complete()
    const away = { text: 'Nachlass', description: '', unit: 'lumpSum', vatCase: 'standard' } as const
    const lines = [...contentOf(draft).lines, { ...away, quantity: -1, unitPrice: 192.5 }]
    const saved = await writer.save(draft, { ...contentOf(draft), lines })
    expect(saved.gross).toBe(0)
    expect(await expectRefused(saved.id, ['lines invoice.amount_not_positive'])).toEqual([
      'Die Summe der Positionen muss größer als 0\u00a0€ sein.',
    ])
  })

  it(`an invoice has ${invoiceLinesMax} lines, and not one more`, { timeout: 120_000 }, async () => {
    const { draft } = await writer.complete()
    const line = { text: 'Klemme', description: '', quantity: 2, unit: 'piece', unitPrice: 1.5, vatCase: 'standard' }
    const content = { ...contentOf(draft), entryIds: [], lines: Array.from({ length: invoiceLinesMax }, () => line) }
    const more = { ...content, lines: [...content.lines, line] }
    const answer = await admin.put(`${url(draft.id)}content/`, more, seen(draft.revision))
    expect(errorsOf(answer)).toEqual(['lines invoice.too_many_lines'])
    expect(messagesOf(answer)).toEqual([`Eine Rechnung hat höchstens ${invoiceLinesMax} Positionen.`])
    // Half a second of rules, which nobody else waits for.
    const inThread = vi.spyOn(portal.runtime.documents, 'check')
    await admin.get(url(draft.id))
    expect(inThread).not.toHaveBeenCalled()
    const saved = await writer.save(draft, content)
    expect(saved.missing).toEqual([])
    expect(inThread).toHaveBeenCalled()
    const number = await nextNumber()
    expect((await publish(saved.id)).json()).toMatchObject({ number, net: 3 * invoiceLinesMax })
    const original = (await admin.get(`${url(saved.id)}pdf/`)).rawPayload
    expect(await readPdf(original, async pdf => pdf.numPages)).toBeGreaterThan(10)
  })

  it('a draft or a customer that changes while it is rendered is issued as it is then', async () => {
    const one = await writer.complete()
    const first = await nextNumber()
    const spy = whileRendering(() => writer.save(one.draft, { ...contentOf(one.draft), closingText: 'Danke sehr.' }))
    const issued = (await publish(one.draft.id)).json()
    expect(issued).toMatchObject({ number: first, written: { closingText: 'Danke sehr.' } })
    expect(spy).toHaveBeenCalledTimes(2)

    const other = await writer.complete()
    const second = await nextNumber()
    vi.restoreAllMocks()
    whileRendering(() =>
      portal.runtime.db
        .updateTable('customer')
        .set({ street: 'Neue Straße 9' })
        .where('id', '=', other.customer.id)
        .execute(),
    )
    expect((await publish(other.draft.id)).json().number).toBe(second)
    const { content } = await portal.runtime.db
      .selectFrom('invoice_snapshot')
      .select('content')
      .where('invoice_id', '=', other.draft.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(content).buyer.address.street).toBe('Neue Straße 9')
  })

  it('a draft that is deleted, or a customer who loses an address, meanwhile is not issued', async () => {
    const one = await writer.complete()
    const number = await nextNumber()
    whileRendering(() => admin.delete(url(one.draft.id)))
    expect((await publish(one.draft.id)).statusCode).toBe(404)
    const other = await writer.complete()
    vi.restoreAllMocks()
    whileRendering(() =>
      portal.runtime.db.updateTable('customer').set({ street: '' }).where('id', '=', other.customer.id).execute(),
    )
    const refused = await publish(other.draft.id)
    expect(messagesOf(refused)).toEqual(['Beim Kunden fehlt die Straße.'])
    expect(await nextNumber()).toBe(number)
    expect((await admin.get(url(other.draft.id))).json()).toMatchObject({ state: 'draft', number: null })
  })

  it('a draft that another admin has changed is refused by its version', async () => {
    const { draft } = await writer.complete()
    await writer.save(draft, { ...contentOf(draft), closingText: 'Bis bald.' })
    const number = await nextNumber()
    const answer = await admin.post(`${url(draft.id)}publication/`, {}, seen(draft.revision))
    expect([answer.statusCode, answer.json().title]).toEqual([412, errorTexts.stale])
    expect(await nextNumber()).toBe(number)
  })

  it('a clock that was set back issues nothing before the last date of the series', async () => {
    const before = await writer.complete()
    expect((await publish(before.draft.id)).statusCode).toBe(200)
    portal.clock.advance(-dayMs)
    const { draft } = await writer.complete()
    expect(draft.issueDate).toBe('2026-03-09')
    expect(await expectRefused(draft.id, ['issueDate invoice.issue_before_last'])).toEqual([
      'Dieses Datum liegt vor dem der letzten Rechnung.',
    ])
    const saved = await writer.save(draft, { ...contentOf(draft), issueDate: '2026-03-10' })
    expect(await expectRefused(saved.id, ['issueDate date.in_future'])).toEqual(['Dieses Datum liegt in der Zukunft.'])
    portal.clock.advance(dayMs)
    const number = await nextNumber()
    expect((await publish(saved.id)).json().number).toBe(number)
  })

  it('a killed thread is a sentence, and the next try gets the same number', async () => {
    const { draft } = await writer.complete()
    const [before, number] = [await stored(), await nextNumber()]
    vi.spyOn(portal.runtime.documents, 'render').mockRejectedValueOnce(new DocumentError('thread_ended', 'killed'))
    const answer = await publish(draft.id)
    expect([answer.statusCode, answer.json().title]).toEqual([503, errorTexts['invoice.not_rendered']])
    expect(await stored()).toEqual(before)
    expect((await publish(draft.id)).json().number).toBe(number)
  })

  it.runIf(engine === 'sqlite')('a full disk is a sentence, and the next try gets the same number', async () => {
    const { draft } = await writer.complete()
    const [before, number] = [await stored(), await nextNumber()]
    const { db } = portal.runtime
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    const answer = await publish(draft.id)
    expect([answer.statusCode, answer.json().title]).toEqual([503, errorTexts.unavailable])
    expect(await stored()).toEqual(before)
    await sql`pragma max_page_count = 1000000`.execute(db)
    expect((await publish(draft.id)).json().number).toBe(number)
  })
})
