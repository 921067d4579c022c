/** For any lines, page, XML and API of an invoice state the same amounts, and its cancellation is their mirror. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineGroupings } from '#contract/invoice-lines.ts'
import { invoiceUnits } from '#contract/invoice-units.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { printedEuros } from '#server/invoice-documents/paper-format.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { url } from '#server/testing/invoice-desk.ts'
import { contentOf, openWriter, type Writer } from '#server/testing/invoice-writer.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { readPdf, textsOf } from '#server/testing/read-pdf.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const numRuns = numberOfCases(3, 100)

const freeLine = fc.record({
  text: fc.constantFrom('Klemme', 'Anfahrt & Rüstzeit', 'Ş-Halter <groß>'),
  description: fc.constant(''),
  quantity: fc.integer({ min: 1, max: 90_000 }).map(milli => milli / 1_000),
  unit: fc.constantFrom(...invoiceUnits),
  unitPrice: fc.integer({ min: 1, max: 5_000_000 }).map(e4 => e4 / 10_000),
  vatCase: fc.constantFrom('standard' as const, 'reduced' as const),
})
const plans = fc.record({
  grouping: fc.constantFrom(...lineGroupings),
  lines: fc.array(freeLine, { minLength: 1, maxLength: 8 }),
  /** A part of the work is taken off again. */
  reduction: fc.integer({ min: 1, max: 9_000 }).map(cents => cents / 100),
})

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let writer: Writer
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    writer = await openWriter(portal, admin)
    for (const [kind, form] of [
      ['invoice', 'RE-{year}-{number:5}'],
      ['cancellation', 'ST-{year}-{number:5}'],
    ]) {
      expect((await admin.put('/api/backend/admin/number-series/', { kind, form, start: 1 })).statusCode).toBe(200)
    }
  })
  afterAll(() => portal.close())

  it('page, XML and API agree, the ticket has its lines, and the cancellation mirrors all', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ grouping, lines, reduction }) => {
        const { draft, customer, ticket } = await writer.complete({ kind: 'business', company: 'Süßkind GmbH' })
        const away = { text: 'Nachlass', description: '', quantity: -1, unit: 'lumpSum', unitPrice: reduction }
        const free = [...lines, { ...away, vatCase: 'reduced' }]
        const grouped = await writer.save(draft, { ...contentOf(draft), grouping, lines: free })
        const content = contentOf(grouped)
        const taxed = content.lines.map(line => ({ ...line, vatCase: line.vatCase ?? 'reduced' }))
        const saved = await writer.save(grouped, { ...content, lines: taxed })
        const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
        const issued = await admin.post(`${url(saved.id)}publication/`)
        expect(issued.statusCode, issued.body).toBe(200)
        const invoice: InvoiceWithEntries = issued.json()
        await expectAgreement(kim, invoice)

        const ofWork = (invoice.written?.lines ?? []).filter(({ isWork }) => isWork)
        const billed = (await kim.get(`/api/backend/tickets/${ticket.id}/`)).json().billedTotal
        expect(centsOf(billed)).toBe(sumOf(ofWork.map(({ net }) => net)))

        const cancelled = await admin.post(`${url(invoice.id)}cancellation/`, { reason: 'Versehen' })
        expect(cancelled.statusCode, cancelled.body).toBe(200)
        const mirror: InvoiceWithEntries = (await kim.get(url(cancelled.json().cancelledBy.id))).json()
        await expectAgreement(kim, mirror)
        expect(amountsOf(mirror)).toEqual(amountsOf(invoice).map(cents => -cents || 0))
      }),
      { numRuns },
    )
  }, 1_800_000)
})

/** Cents: of each line, net, gross, and of each VAT case its base and tax. */
function amountsOf({ net, gross, written }: InvoiceWithEntries): number[] {
  if (written === null) throw new Error('The portal does not write this invoice.')
  const vat = written.vat.flatMap(({ base, tax }) => [base, tax])
  return [...written.lines.map(line => line.net), net, gross, ...vat].map(centsOf)
}

async function expectAgreement(reader: LoggedInClient, invoice: InvoiceWithEntries): Promise<void> {
  const original = (await reader.get(`${url(invoice.id)}pdf/`)).rawPayload
  const attached = await readPdf(original, pdf => pdf.getAttachmentContent('factur-x.xml'))
  const { body: xrechnung } = await reader.get(`${url(invoice.id)}xrechnung/`)
  for (const xml of [new TextDecoder().decode(attached ?? undefined), xrechnung]) {
    const [lines = '', head = ''] = xml.split('<ram:ApplicableHeaderTradeAgreement>')
    const inXml = [
      ...valuesOf(lines, 'LineTotalAmount'),
      ...valuesOf(head, 'TaxBasisTotalAmount'),
      ...valuesOf(head, 'GrandTotalAmount'),
    ]
    const inVat = [...valuesOf(head, 'BasisAmount'), ...valuesOf(head, 'CalculatedAmount')]
    const own = amountsOf(invoice)
    expect(inXml).toEqual(own.slice(0, inXml.length))
    expect(inVat.toSorted(byValue)).toEqual(own.slice(inXml.length).toSorted(byValue))
  }
  const page = (await readPdf(original, textsOf)).join(' ').replaceAll(/\s/g, '')
  for (const cents of amountsOf(invoice)) expect(page).toContain(printedEuros(cents).replaceAll(/\s/g, ''))
}

function valuesOf(xml: string, name: string): number[] {
  return [...xml.matchAll(new RegExp(`<ram:${name}[^>]*>([-\\d.]+)<`, 'g'))].map(([, value]) => centsOf(Number(value)))
}

function centsOf(eur: number): number {
  return Math.round(eur * 100)
}

function sumOf(eur: readonly number[]): number {
  return eur.reduce((sum, amount) => sum + centsOf(amount), 0)
}

function byValue(one: number, other: number): number {
  return one - other
}
