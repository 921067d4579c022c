/** The generated password of an invoice, searched for everywhere the portal stores or returns data. */
import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { expect, it } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import type { Table } from '#server/database/customer-rows.ts'
import { customerExportJobs } from '#server/features/privacy/customer-export.jobs.ts'
import { fates } from '#server/features/privacy/erasure.rules.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { url } from '#server/testing/invoice-desk.ts'
import { openWriter } from '#server/testing/invoice-writer.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

configure({ useWebWorkers: false })

/** The types of `Object.keys` are wider than the keys it was given. */
const tables = Object.keys(fates) as Table[]
const reads = allEndpoints().filter(({ endpoint }) => endpoint.method === 'GET')
const reveals = { headers: { 'idempotency-key': 'f2b6c0de-0000-4000-8000-000000000001' } }

it.each(engines)(
  'the password is in no table, log line, mail, export or other answer on %s',
  { timeout: 240_000 },
  async engine => {
    const logged: string[] = []
    const portal = await openTestApp(engine, { onLog: line => logged.push(line) })
    const admin = await portal.client('admin')
    const { invoiceId, ticketId, kim, customerId } = await issueOne(portal, admin)
    const answers: string[] = []

    const first = await kim.post(`${url(invoiceId)}pdf-password-reveal/`, {}, reveals)
    const renewed = await admin.post(`${url(invoiceId)}pdf-password-renewal/`)
    expect(renewed.statusCode, renewed.body).toBe(200)
    answers.push(renewed.body)
    const second = await admin.post(`${url(invoiceId)}pdf-password-reveal/`)
    const passwords = [first, second].map(answer => answer.json().password as string)
    for (const password of passwords) expect(password).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    expect(new Set(passwords).size).toBe(2)

    for (const client of [kim, admin]) {
      for (const { endpoint } of reads) {
        // A stream of changes never ends; it consists of ids.
        if (endpoint.path.includes('/events/')) continue
        const id = endpoint.path.includes('ticket')
          ? ticketId
          : endpoint.path.includes('customer')
            ? customerId
            : invoiceId
        answers.push((await client.get(endpoint.path.replace(/\{\w+\}/g, id))).rawPayload.toString('latin1'))
      }
    }
    answers.push(await exportOf(portal, kim, customerId))
    expect(answers.join('')).toContain('RE-2026-00001')

    const places: Record<string, string> = {
      log: logged.join(''),
      answers: answers.join(''),
      ...(await everyTable(portal)),
    }
    expect(places.invoice_pdf_password).toContain('v1.')
    for (const password of passwords) expect(placesOf(password, places)).toEqual([])
    // The search itself would find one.
    expect(placesOf('RE-2026-00001', places)).toEqual(expect.arrayContaining(['answers', 'audit_entry', 'outbox_mail']))
    await portal.close()
  },
)

async function issueOne(portal: TestApp, admin: LoggedInClient) {
  const writer = await openWriter(portal, admin)
  const series = { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 }
  expect((await admin.put('/api/backend/admin/number-series/', series)).statusCode).toBe(200)
  const { draft, customer, ticket } = await writer.complete({ kind: 'business', company: 'Bäckerei Süßkind GmbH' })
  const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
  const issued = await admin.post(`${url(draft.id)}publication/`)
  expect(issued.statusCode, issued.body).toBe(200)
  expect(issued.json().hasPdfPassword).toBe(true)
  return { invoiceId: draft.id as string, ticketId: ticket.id, kim, customerId: customer.id }
}

/** Everything about the customer, unpacked. */
async function exportOf({ runtime }: TestApp, kim: LoggedInClient, customerId: string): Promise<string> {
  const exportsUrl = `/api/backend/customer/${customerId}/exports/`
  expect((await kim.post(exportsUrl)).statusCode).toBe(201)
  while (await runNextJob(runtime, customerExportJobs));
  const [{ id }] = (await kim.get(exportsUrl)).json().results
  const zip = await kim.get(`${exportsUrl}${id}/file/`)
  expect(zip.statusCode, zip.body).toBe(200)
  const reader = new ZipReader(new Uint8ArrayReader(zip.rawPayload))
  const texts: string[] = []
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) texts.push(await entry.getData(new TextWriter()))
  }
  return texts.join('')
}

/** The rows of each table as text, files included. */
async function everyTable({ runtime: { db } }: TestApp): Promise<Record<string, string>> {
  const contents = await Promise.all(
    tables.map(async table => {
      const rows: object[] = await db.selectFrom(table).selectAll().execute()
      const values = rows.flatMap(row => Object.values(row))
      return [table, values.map(textOf).join('\n')] as const
    }),
  )
  return Object.fromEntries(contents)
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Where a text is found: as it is, without its hyphens, or encoded. */
function placesOf(text: string, places: Readonly<Record<string, string>>): string[] {
  const forms = [
    text,
    text.replaceAll('-', ''),
    ...(['base64', 'hex'] as const).map(to => Buffer.from(text).toString(to)),
  ]
  return Object.keys(places).filter(place => forms.some(form => places[place]?.includes(form)))
}
