import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { newKeys } from '#server/keys.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildMeasuredSite } from '#server/testing/build-energy.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { buildAttachment, buildRequest } from '#server/testing/build-requests.ts'
import { buildCredential, buildDevice } from '#server/testing/build-services.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { expireExports } from './customer-export.commands.ts'
import { customerExportJobs } from './customer-export.jobs.ts'

configure({ useWebWorkers: false })

type Files = ReadonlyMap<string, string>

describe.each(engines)('an export of everything about a customer on %s', engine => {
  let portal: TestApp
  let runtime: TestApp['runtime']
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    runtime = portal.runtime
  })
  afterAll(() => portal.close())

  const openCustomer = async (overrides: Parameters<typeof buildCustomer>[1] = {}) => {
    const customer = await buildCustomer(runtime, overrides)
    const kim = await portal.loginAs(await buildUser(runtime, { customerId: customer.id }))
    admin = await portal.client('admin')
    return { customer, kim, url: `/api/backend/customer/${customer.id}/exports/` }
  }
  const work = async () => {
    while (await runNextJob(runtime, customerExportJobs));
  }
  const fileUrl = async (client: LoggedInClient, url: string) =>
    `${url}${(await client.get(url)).json().results[0].id}/file/`
  const unpack = async (content: Uint8Array): Promise<Files> => {
    const reader = new ZipReader(new Uint8ArrayReader(content))
    const files = new Map<string, string>()
    for (const entry of await reader.getEntries()) {
      if (entry.directory) continue
      files.set(entry.filename, await entry.getData(new TextWriter()))
    }
    return files
  }
  const take = async (client: LoggedInClient, url: string): Promise<Files> => {
    expect((await client.post(url)).statusCode).toBe(201)
    await work()
    const answer = await client.get(await fileUrl(client, url))
    expect(answer.statusCode, answer.body).toBe(200)
    return unpack(answer.rawPayload)
  }
  const read = (files: Files, noun: string) => JSON.parse(files.get(`${noun}.json`) ?? 'null')

  it('is requested, packed by a job, and downloaded as a ZIP file', async () => {
    const { customer, kim, url } = await openCustomer({ last_name: 'Größl', hourly_rate_cents: 9_550 })
    expect((await kim.get(url)).json()).toEqual({ count: 0, results: [] })
    expect((await kim.post(url)).json()).toMatchObject({ state: 'waiting', askedBy: 'customer', permissions: [] })
    expect((await kim.post(url)).json()).toMatchObject({ status: 409, code: 'customer_export.running' })
    await work()
    const [ready] = (await kim.get(url)).json().results
    expect(ready).toMatchObject({ state: 'ready', permissions: ['download'] })
    expect(ready.stepsDone).toBe(ready.stepsCount)

    const answer = await kim.get(`${url}${ready.id}/file/`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(ready.sizeBytes),
      'content-disposition': `attachment; filename*=UTF-8''Daten_${customer.number}_2026-03-10.zip`,
    })
    const files = await unpack(answer.rawPayload)
    expect(read(files, 'customer')).toMatchObject([{ id: customer.id, lastName: 'Größl', hourlyRate: 95.5 }])
    expect(read(files, 'customer')[0]).not.toHaveProperty('note')
    expect(files.get('LIESMICH.txt')).toContain(`Erika Größl, Kundennummer ${customer.number}`)
  })

  it('contains attachments and invoices as files, two of one name apart, and no draft', async () => {
    const { customer, kim, url } = await openCustomer()
    const request = await buildRequest(runtime, { customer_id: customer.id })
    await buildAttachment(runtime, request, { name: 'Plan.pdf' })
    await buildAttachment(runtime, request, { name: 'plan.PDF' })
    const ticket = await buildTicket(runtime, { customer_id: customer.id })
    const [billed, waiting] = [
      await buildEntry(runtime, { ticket_id: ticket.id, progress: 'finished', minutes: 90 }),
      await buildEntry(runtime, { ticket_id: ticket.id, progress: 'finished' }),
    ]
    const pdf = await buildFile(runtime, { customer_id: customer.id, state: 'attached', name: 'Rechnung.pdf' })
    const draftPdf = await buildFile(runtime, { customer_id: customer.id, state: 'attached', name: 'Entwurf.pdf' })
    const { id } = await buildInvoice(runtime, [billed], { pdf_file_id: pdf.id })
    const cancelling = { kind: 'cancellation', cancels_id: id, customer_id: customer.id } as const
    await buildInvoice(runtime, [], { ...cancelling, net_cents: 13_500 })
    await buildInvoice(runtime, [waiting], { state: 'draft', pdf_file_id: draftPdf.id, notes: 'noch geheim' })

    const files = await take(kim, url)
    const paths = [...files.keys()].filter(path => path.startsWith('dateien/'))
    expect(paths.toSorted()).toEqual(['dateien/Plan.pdf', 'dateien/Rechnung.pdf', 'dateien/plan (2).PDF'])
    expect(
      read(files, 'files')
        .map((file: { path: string }) => file.path)
        .toSorted(),
    ).toEqual(paths.toSorted())
    for (const path of paths) expect(files.get(path)).toContain('%PDF')
    expect(read(files, 'invoices')).toMatchObject([
      { net: 135, tax: 25.65, gross: 160.65, taxLines: [{ rate: 19, base: 135, amount: 25.65 }] },
      { net: -135, tax: -25.65, gross: -160.65, taxLines: [{ rate: 19, base: -135, amount: -25.65 }] },
    ])
    expect(read(files, 'ticket-entries').map((entry: { invoiceId: string | null }) => entry.invoiceId)).toEqual([
      expect.any(String),
      null,
    ])
    expect([...files.values()].join()).not.toContain('noch geheim')
  })

  it('contains the quarter-hours of each site and month as CSV files', async () => {
    const { customer, kim, url } = await openCustomer()
    await buildMeasuredSite(runtime, customer.id)
    const files = await take(kim, url)
    const [path = '', ...more] = [...files.keys()].filter(name => name.startsWith('energie/'))
    expect([path, more]).toEqual([expect.stringMatching(/^energie\/.+-2026-03\.csv$/), []])
    expect(files.get(path)).toContain('Datum;Uhrzeit;')
    expect(files.get('LIESMICH.txt')).toContain('energie/')
  })

  it('has no password and nothing staff-only', async () => {
    const { customer, kim, url } = await openCustomer({ note: 'zahlt spät' })
    const device = await buildDevice(runtime, { customer_id: customer.id })
    await buildCredential(runtime, { service_id: device.id, label: 'Oberfläche', sealed_password: 'v1.versiegelt' })
    await buildCredential(runtime, { service_id: device.id, label: 'Wartung', is_shared: 0 })
    const files = await take(kim, url)
    const all = [...files.values()].join()
    expect(read(files, 'credentials')).toMatchObject([{ label: 'Oberfläche', username: 'admin' }])
    for (const hidden of ['zahlt spät', 'Wartung', 'v1.versiegelt', '$argon2id$']) expect(all).not.toContain(hidden)
    expect(files.get('LIESMICH.txt')).toContain('Passwörter zu Geräten und Websites')
  })

  it('shows a user nothing of the devices, activity and mails of the others, and an admin of all', async () => {
    const { customer, kim, url } = await openCustomer()
    const other = await portal.loginAs(await buildUser(runtime, { customerId: customer.id, email: 'sam@example.org' }))
    await inTransaction(runtime, trx =>
      enqueueMail(trx, byPortal(runtime), {
        kind: 'login_unknown_device',
        about: { userId: other.user.id },
        to: 'sam@example.org',
        subject: 'Neue Anmeldung',
        token: 'geheim-123_x',
        text: 'https://portal.example.org/passwort-setzen#token=geheim-123_x',
        html: '',
      }),
    )
    const own = await take(kim, url)
    expect(read(own, 'sessions')).toMatchObject([{ userId: kim.user.id }])
    expect(read(own, 'mails')).toEqual([])
    expect(own.get('LIESMICH.txt')).toContain('anderer Benutzer')
    expect((await other.get(url)).json().count).toBe(0)
    expect((await other.get(await fileUrl(kim, url))).statusCode).toBe(404)

    portal.clock.advance(dayMs)
    admin = await portal.client('admin')
    const all = await take(admin, url)
    expect(read(all, 'mails')).toMatchObject([{ subject: 'Neue Anmeldung' }])
    expect([...all.values()].join()).not.toContain('geheim-123_x')
    expect(all.get('LIESMICH.txt')).not.toContain('anderer Benutzer')
  })

  it('is downloaded only after reauthentication, only by permitted users, and never while impersonating', async () => {
    const { customer, kim, url } = await openCustomer()
    await take(kim, url)
    const file = await fileUrl(kim, url)
    const stranger = await portal.client('customer')
    expect((await stranger.get(file)).statusCode).toBe(404)
    expect((await portal.visitor().get(file)).statusCode).toBe(401)
    expect((await admin.get(file)).statusCode).toBe(200)
    expect((await admin.post('/api/auth/as-user/', { customerId: customer.id })).statusCode).toBe(200)
    expect((await admin.get(file)).json()).toMatchObject({ status: 409, code: 'as_user.no_files' })
    expect((await admin.post(url)).json()).toMatchObject({ status: 409, code: 'as_user.read_only' })
    portal.clock.advance(11 * minuteMs)
    expect((await kim.get(file)).json()).toMatchObject({ status: 403, code: 'session.reauthentication_required' })
    expect((await kim.post(url)).json()).toMatchObject({ status: 403, code: 'session.reauthentication_required' })

    const lines = (await kim.get('/api/backend/audit-log/')).json().results
    expect(lines.map((line: { action: string }) => line.action)).toEqual([
      'as_user.started',
      'customer_export.downloaded',
    ])
  })

  it('is destroyed after seven days, key and content', async () => {
    const { kim, url, customer } = await openCustomer()
    await take(kim, url)
    portal.clock.advance(7 * dayMs)
    const again = await portal.loginAs(kim.user)
    expect((await again.get(url)).json().results).toMatchObject([{ state: 'expired', permissions: [] }])
    expect((await again.get(await fileUrl(again, url))).statusCode).toBe(404)
    await expireExports(runtime)
    const rows = await runtime.db
      .selectFrom('customer_export')
      .leftJoin('customer_export_part', 'export_id', 'id')
      .select(['state', 'sealed_key', 'content'])
      .where('customer_id', '=', customer.id)
      .execute()
    expect(rows).toEqual([{ state: 'expired', sealed_key: null, content: null }])
    portal.clock.advance(31 * dayMs)
    await expireExports(runtime)
    expect((await (await portal.loginAs(kim.user)).get(url)).json().count).toBe(0)
  })

  it('is stored encrypted: nothing can be read without the keys file, and no part can be swapped', async () => {
    const { kim, url, customer } = await openCustomer({ last_name: 'Unverwechselbar' })
    await take(kim, url)
    const parts = await runtime.db
      .selectFrom('customer_export_part')
      .innerJoin('customer_export', 'customer_export.id', 'export_id')
      .select(['export_id', 'content'])
      .where('customer_id', '=', customer.id)
      .execute()
    expect(parts.length).toBeGreaterThan(0)
    for (const { content } of parts) expect(Buffer.from(content).toString('latin1')).not.toMatch(/customer\.json|^PK/)
    const { keys } = runtime
    Object.assign(runtime, { keys: newKeys() })
    expect((await kim.get(await fileUrl(kim, url))).json()).toMatchObject({ status: 409, code: 'secret.unreadable' })
    Object.assign(runtime, { keys })
  })

  it('is created at most three times a day', async () => {
    const { kim, url } = await openCustomer()
    for (let time = 1; time <= 3; time += 1) await take(kim, url)
    const refused = await kim.post(url)
    expect(refused.json()).toMatchObject({ status: 429, code: 'customer_export.too_many' })
    expect(Number(refused.headers['retry-after'])).toBe(86_400)
    portal.clock.advance(dayMs)
    expect((await (await portal.loginAs(kim.user)).post(url)).statusCode).toBe(201)
  })

  it('that fails is reported, can be requested again, and an interrupted one is started again', async () => {
    const { kim, url, customer } = await openCustomer()
    const request = await buildRequest(runtime, { customer_id: customer.id })
    const file = await buildAttachment(runtime, request)
    await runtime.db.deleteFrom('file_chunk').where('file_id', '=', file.id).execute()
    await kim.post(url)
    await work()
    expect((await kim.get(url)).json().results).toMatchObject([{ state: 'failed', permissions: [] }])
    await runtime.db.deleteFrom('file').where('id', '=', file.id).execute()
    portal.clock.advance(minuteMs)
    await kim.post(url)
    const { id } = (await kim.get(url)).json().results[0]
    await runtime.db
      .updateTable('customer_export')
      .set({ state: 'running', steps_done: 3 })
      .where('id', '=', id)
      .execute()
    const content = Buffer.from('halb')
    await runtime.db.insertInto('customer_export_part').values({ export_id: id, position: 0, content }).execute()
    await work()
    const answer = await kim.get(`${url}${id}/file/`)
    expect((await unpack(answer.rawPayload)).has('LIESMICH.txt')).toBe(true)
  })
})
