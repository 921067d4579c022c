import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '#server/audit/verify.ts'
import { dayMs, instantText, minuteMs } from '#server/clock.ts'
import { customerRows, isOfCustomer, type Table } from '#server/database/customer-rows.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { makeExport } from '#server/features/customer-exports/archive/commands.ts'
import { exportedTables } from '#server/features/customer-exports/rules.ts'
import { checkRowTally } from '#server/features/tickets/sums/queries.ts'
import { buildConsent, buildUser } from '#server/testing/build.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { buildAttachment, buildRequest } from '#server/testing/build-requests.ts'
import {
  buildApplication,
  buildCollection,
  buildCredential,
  buildDevice,
  buildWebsite,
} from '#server/testing/build-services.ts'
import {
  buildCustomer,
  buildCustomerLink,
  buildEntry,
  buildInvoice,
  buildMessage,
  buildTicket,
} from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { sampleFiles } from '#server/testing/form-body.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { carryOutErasures } from './erase/commands.ts'
import { endRetention } from './retention/commands.ts'

configure({ useWebWorkers: false })

/** An address, so that it can stand in every column of text. */
const mark = (table: string, column: string, name: string) =>
  `${name}.${table}.${column}@marke.example`.replaceAll('_', '-')

/** What is read as JSON has to be some. */
const jsonColumns = ['urls', 'content']

describe.each(engines)('a deleted account on %s', engine => {
  let portal: TestApp
  let services: TestApp['services']
  beforeAll(async () => {
    portal = await openTestApp(engine)
    services = portal.services
  })
  afterAll(() => portal.close())

  const newcomer = async () => {
    const customer = await buildCustomer(services, { last_name: 'Größl', email: 'kim@example.org' })
    const kim = await portal.loginAs(await buildUser(services, { customerId: customer.id }))
    const admin = await portal.client('admin')
    return { customer, kim, admin, url: `/api/backend/customer/${customer.id}/erasure/` }
  }
  const waitAndErase = async () => {
    portal.clock.advance(14 * dayMs)
    await carryOutErasures(services)
  }
  const mails = async () =>
    (await services.db.selectFrom('outbox_mail').select(['recipient', 'subject']).orderBy('id').execute()).map(
      ({ recipient, subject }) => `${recipient}: ${subject}`,
    )
  const until = (instant: string) => portal.clock.advance(Date.parse(instant) - portal.clock.now().getTime())
  const paid = { is_paid: 1 } as const

  it('is asked for with the own password and the customer’s number, and waits two weeks', async () => {
    const { customer, kim, url } = await newcomer()
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
    await carryOutErasures(services)
    expect((await late.get(url)).json().state).toBe('waiting')
  })

  it('can be withdrawn by the customer and by an admin, whoever asked', async () => {
    const { customer, kim, admin, url } = await newcomer()
    for (const [asking, withdrawing] of [
      [kim, admin],
      [admin, kim],
    ] as const) {
      expect((await asking.post(url, { confirmation: customer.number })).statusCode).toBe(200)
      expect((await withdrawing.delete(url)).json()).toMatchObject({ state: 'none', permissions: ['ask'] })
    }
    expect((await kim.delete(url)).json().code).toBe('erasure.none')
    expect(await mails()).toContain(`kim@example.org: Kundenkonto ${customer.number} wird nicht gelöscht`)
    await waitAndErase()
    expect((await (await portal.loginAs(kim.user)).get(url)).json().state).toBe('none')
    const lines = (await (await portal.loginAs(kim.user)).get('/api/backend/audit-log/')).json().results
    expect(lines.map((line: { action: string }) => line.action)).toEqual([
      'customer.erasure_asked',
      'customer.erasure_withdrawn',
    ])
  })

  it('is not there for others, and not to be touched in the view as a customer', async () => {
    const { customer, admin, url } = await newcomer()
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

  it('is refused while invoices are unpaid, and waits for them where they come later', async () => {
    const { customer, kim, admin, url } = await newcomer()
    await admin.patch('/api/backend/settings/', { email: 'chef@example.org' })
    const entry = await buildEntry(services, {
      ticket_id: (await buildTicket(services, { customer_id: customer.id })).id,
    })
    await kim.post(url, { confirmation: customer.number })
    const invoice = await buildInvoice(services, [entry])
    await waitAndErase()
    await carryOutErasures(services)
    const later = await portal.loginAs(kim.user)
    expect((await later.get(url)).json()).toMatchObject({ state: 'waiting', obstacles: ['unpaid_invoices'] })
    await later.delete(url)
    expect((await later.post(url, { confirmation: customer.number })).json().code).toBe('erasure.unpaid_invoices')
    await services.db
      .updateTable('invoice')
      .set({ is_paid: 1, paid_on: '2026-04-01' })
      .where('id', '=', invoice.id)
      .execute()
    expect((await later.post(url, { confirmation: customer.number })).statusCode).toBe(200)
  })

  it('is never the business’s own', async () => {
    const admin = await portal.client('admin')
    const url = `/api/backend/customer/${admin.user.customerId}/erasure/`
    const { confirmation, obstacles } = (await admin.get(url)).json()
    expect(obstacles).toEqual(['own_business'])
    expect((await admin.post(url, { confirmation })).json().code).toBe('erasure.own_business')
  })

  it('leaves nothing of a customer without invoices, and ends every session', async () => {
    const { customer, kim, admin, url } = await newcomer()
    await admin.post('/api/auth/as-user/', { customerId: customer.id })
    await kim.post(url, { confirmation: customer.number })
    await services.db
      .updateTable('session')
      .set({ as_user_until: '2030-01-01T00:00:00.000Z', idle_until: '2030-01-01T00:00:00.000Z' })
      .execute()
    await waitAndErase()
    expect((await kim.get('/api/backend/tickets/')).statusCode).toBe(401)
    const left = await services.db.selectFrom('customer').select('id').where('id', '=', customer.id).execute()
    expect(left).toEqual([])
    const ended = await services.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', customer.id)
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(ended.map(({ action }) => action)).toEqual(['customer.erased', 'as_user.ended'])
  })

  it('keeps invoices until the end of the eighth year after theirs, out of everybody’s reach but the staff’s', async () => {
    const { customer, kim, admin, url } = await newcomer()
    const pdf = { customer_id: customer.id, state: 'attached' } as const
    const dated = async (issue_date: string) => {
      const pdf_file_id = (await buildFile(services, pdf)).id
      const dates = { issue_date, issue_key: issue_date, due_date: issue_date, due_key: issue_date }
      return buildInvoice(services, [], { customer_id: customer.id, gross_cents: 0, ...dates, ...paid, pdf_file_id })
    }
    const old = await dated('2016-12-31')
    const kept = await dated('2026-01-01')
    await kim.post(url, { confirmation: customer.number })
    await waitAndErase()
    const invoices = async () =>
      (await services.db.selectFrom('invoice').select('id').where('customer_id', '=', customer.id).execute()).map(
        ({ id }) => id,
      )
    expect(await invoices()).toEqual([kept.id])
    const boss = await portal.loginAs(admin.user)
    expect((await boss.get(url)).json()).toMatchObject({
      state: 'done',
      keptUntil: '2034-12-31',
      permissions: [],
      retainedInvoices: [{ number: kept.number, keptUntil: '2034-12-31', recipient: 'Erika Größl' }],
    })
    expect((await boss.get(`/api/backend/invoices/${kept.id}/pdf/`)).statusCode).toBe(200)
    expect((await boss.get(`/api/backend/invoices/${old.id}/`)).statusCode).toBe(404)
    const gone = (await boss.get(`/api/backend/customer/${customer.id}/`)).json()
    expect(gone).toMatchObject({ displayName: 'Gelöschter Kunde', users: [], permissions: [], email: '' })
    for (const [path, body] of [
      ['tickets', { customerId: customer.id, name: 'Neu' }],
      ['requests', { customerId: customer.id, title: 'Neu' }],
      ['device-services', { customerId: customer.id, name: 'Neu' }],
      ['service-collections', { customerId: customer.id, name: 'Neu' }],
      ['customer-links', { customerId: customer.id, label: 'Neu', url: 'https://example.org' }],
    ] as const) {
      expect([path, (await boss.post(`/api/backend/${path}/`, body)).statusCode]).toEqual([path, 422])
    }
    expect((await boss.patch(`/api/backend/customer/${customer.id}/`, { phone: '030 123456' })).json().code).toBe(
      'customer.erased',
    )
    await expect(services.db.deleteFrom('invoice').where('id', '=', kept.id).execute()).rejects.toThrow('not changed')

    until('2034-12-31T12:00:00.000Z')
    await endRetention(services)
    expect(await invoices()).toEqual([kept.id])
    until('2035-01-01T12:00:00.000Z')
    await endRetention(services)
    expect(await invoices()).toEqual([])
    for (const table of ['customer', 'file'] as const) {
      const way = table === 'customer' ? 'id' : 'customer_id'
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(way)} = ${customer.id}`.execute(
        services.db,
      )
      expect([table, rows]).toEqual([table, []])
    }
  })

  it('was in its export before, leaves no value anywhere but where a law keeps it, and everything of others as it was', async () => {
    const own = await everythingOf('anna')
    const other = await everythingOf('bert')
    expect(own.marked.size).toBeGreaterThan(70)
    expect([...own.marked].toSorted()).toEqual([...other.marked].toSorted())
    const before = await rowsOf(other.customerId)
    expect(await placesOf('anna')).toEqual(expect.arrayContaining([...own.marked]))

    const admin = await portal.client('admin')
    await expectExported(admin, own)
    await admin.post(`/api/backend/customer/${own.customerId}/erasure/`, { confirmation: own.number })
    await waitAndErase()
    expect(await placesOf('anna')).toEqual([
      'file_chunk.content',
      'outbox_mail.recipient',
      'retained_invoice.recipient',
    ])
    await services.db.updateTable('outbox_mail').set({ state: 'sent' }).where('kind', '=', 'erasure_done').execute()
    await endRetention(services)
    expect(await placesOf('anna')).toEqual(['file_chunk.content', 'retained_invoice.recipient'])

    expect(await rowsOf(other.customerId)).toEqual(before)
    expect(await checkRowCounts(services.db)).toEqual([])
    expect(await checkRowTally(services.db)).toEqual([])
    expect(await verifyAudit(services.db)).toMatchObject({ ok: true })
  })

  /** The export holds every mark of the columns it is to hold, and no other. */
  async function expectExported(admin: LoggedInClient, own: { customerId: string; marked: Set<string> }) {
    const url = `/api/backend/customer/${own.customerId}/exports/`
    await services.db.deleteFrom('customer_export').where('customer_id', '=', own.customerId).execute()
    expect((await admin.post(url)).statusCode).toBe(201)
    const [{ id }] = (await admin.get(url)).json().results
    await makeExport(services, id)
    const reader = new ZipReader(new Uint8ArrayReader((await admin.get(`${url}${id}/file/`)).rawPayload))
    const texts: string[] = []
    for (const entry of await reader.getEntries()) {
      if (!entry.directory) texts.push(await entry.getData(new TextWriter()))
    }
    const all = texts.join()
    const isExported = (place: string) => {
      const [table, column = ''] = place.split('.')
      return exportedTables.some(plan => plan.table === table && plan.columns.includes(column))
    }
    const places = [...own.marked].filter(place => !place.startsWith('customer_export.'))
    const found = places.filter(place => {
      const [table = '', column = ''] = place.split('.')
      return all.includes(mark(table, column, 'anna'))
    })
    expect(found.toSorted()).toEqual(
      places.filter(place => isExported(place) || place === 'file_chunk.content').toSorted(),
    )
    expect(found.length).toBeGreaterThan(45)
    expect(all).not.toContain('bert.')
  }

  /** Of every table a row of a new customer, with its mark in every column that takes a text; answers those columns. */
  async function everythingOf(name: string) {
    const customer = await buildCustomer(services)
    const user = await buildUser(services, { customerId: customer.id })
    const kim: LoggedInClient = await portal.loginAs(user)
    const ticket = await buildTicket(services, { customer_id: customer.id })
    const own = { customer_id: customer.id }
    const pdf = await buildFile(services, { ...own, state: 'attached' }, contentOf(name))
    const entries = [
      await buildEntry(services, { ticket_id: ticket.id, progress: 'finished' }),
      await buildEntry(services, { ticket_id: ticket.id }),
    ]
    await buildInvoice(services, entries.slice(0, 1), { ...paid, pdf_file_id: pdf.id })
    await buildInvoice(services, [], { ...own, state: 'draft' })
    await buildAttachment(services, await buildRequest(services, own))
    await buildCustomerLink(services, own)
    const collection = await buildCollection(services, own)
    const device = await buildDevice(services, { ...own, collection_id: collection.id })
    const website = await buildWebsite(services, own)
    await buildApplication(services, own)
    await buildCredential(services, { service_id: device.id })
    const consent = await buildConsent(services, customer.id, 'x@example.org')
    const at = instantText(portal.clock.now())
    const { db } = services
    await db
      .insertInto('website_day')
      .values({ service_id: website.id, date: '2026-01-01', checks: 1, failures: 0, total_ms: 1, slowest_ms: 1 })
      .execute()
    await db
      .insertInto('website_outage')
      .values({ service_id: website.id, started_at: at, ended_at: null, error: 'dns', status_code: null })
      .execute()
    const newsletterId = `n-${name}`
    await db
      .insertInto('newsletter')
      .values({ id: newsletterId, subject: 'Neues', body: 'Neues', state: 'sent', created_at: at, updated_at: at })
      .execute()
    await db
      .insertInto('newsletter_recipient')
      .values({
        newsletter_id: newsletterId,
        consent_id: consent.id,
        ...own,
        email: '',
        email_key: '',
        state: 'mailed',
      })
      .execute()
    await db
      .insertInto('notification')
      .values({
        id: `note-${name}`,
        ...own,
        kind: 'ticket_finished',
        key: name,
        bundle: '',
        bundle_subject: '',
        content: '',
        state: 'waiting',
        due_at: at,
        created_at: at,
      })
      .execute()
    const userId = user.id
    const ends = { created_at: at, expires_at: at }
    await db
      .insertInto('one_time_token')
      .values({ token_hash: `o-${name}`, kind: 'invitation', user_id: userId, ...ends, used_at: null })
      .execute()
    await db
      .insertInto('pending_login')
      .values({ token_hash: `p-${name}`, user_id: userId, ...ends })
      .execute()
    await db
      .insertInto('recovery_code')
      .values({ code_hash: `r-${name}`, user_id: userId, created_at: at, used_at: null })
      .execute()
    await db
      .insertInto('passkey_challenge')
      .values({ challenge_hash: `c-${name}`, purpose: 'registration', user_id: userId, expires_at: at })
      .execute()
    await db
      .insertInto('passkey')
      .values({
        id: `k-${name}`,
        user_id: userId,
        credential_id: `k-${name}`,
        public_key: '',
        counter: 0,
        transports: '',
        name: '',
        created_at: at,
        last_used_at: null,
      })
      .execute()
    await db
      .insertInto('totp')
      .values({ id: `t-${name}`, user_id: userId, sealed_seed: '', last_step: 0, created_at: at, confirmed_at: null })
      .execute()
    await db
      .insertInto('email_change')
      .values({
        id: `e-${name}`,
        user_id: userId,
        old_email: '',
        new_email: '',
        token_hash: `e-${name}`,
        state: 'cancelled',
        expires_at: at,
        stoppable_until: at,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await db
      .insertInto('idempotency_key')
      .values({
        owner: `user:${userId}`,
        key: name,
        request_hash: '',
        status: 200,
        headers: '',
        body: '',
        created_at: at,
      })
      .execute()
    await db
      .insertInto('work_span')
      .values({
        id: `w-${name}`,
        user_id: (await portal.client('admin')).user.id,
        ticket_id: ticket.id,
        entry_id: null,
        started_at: at,
        stopped_at: at,
      })
      .execute()
    // What the customer does leaves lines in the log, and mails.
    const link = { label: mark('audit', 'label', name), url: 'https://example.org' }
    expect((await kim.post('/api/backend/customer-links/', link)).statusCode).toBe(201)
    expect((await kim.post('/api/backend/requests/', { title: mark('audit', 'title', name) })).statusCode).toBe(201)
    const form = [{ name: 'file', fileName: `${mark('audit', 'file', name)}.pdf`, content: sampleFiles.pdf }]
    expect((await kim.send('POST', '/api/backend/files/', { form })).statusCode).toBe(201)
    expect((await kim.post(`/api/backend/customer/${customer.id}/exports/`)).statusCode).toBe(201)
    const changes = { firstName: mark('audit', 'first', name) }
    expect((await kim.patch(`/api/backend/customer/${customer.id}/`, changes)).statusCode).toBe(200)
    const marked = await markAll(customer.id, name)
    const email = mark('user_account', 'email', name)
    await db.updateTable('user_account').set({ email_key: email }).where('id', '=', userId).execute()
    const message = await buildMessage(services, { email, text: mark('message', 'text', name) })
    await db
      .insertInto('message_reply')
      .values({
        id: `re-${name}`,
        message_id: message.id,
        text: mark('reply', 'text', name),
        author_name: '',
        created_at: at,
      })
      .execute()
    const { number } = await db
      .selectFrom('customer')
      .select('number')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow()
    return { customerId: customer.id, number, marked }
  }

  /** Writes a mark into every column of text that the database lets one into; ids and times stay. */
  async function markAll(customerId: string, name: string): Promise<Set<string>> {
    const marked = new Set<string>()
    const tables = await services.db.introspection.getTables()
    for (const table of tables) {
      const known = table.name as Table
      if (customerRows[known] === null || known === 'search_term') continue
      for (const { name: column, dataType } of table.columns) {
        const isReference = /(^|_)id$|_at$|^(owner|number|kind|key)$|_hash$|_until$|^number_key$|^media_type$/.test(
          column,
        )
        if (dataType.toLowerCase() !== 'text' || isReference) continue
        try {
          const { numAffectedRows = 0n } = await sql`update ${sql.table(known)}
            set ${sql.ref(column)} = ${jsonColumns.includes(column) ? JSON.stringify(mark(known, column, name)) : mark(known, column, name)}
            where ${isOfCustomer(known, { customerId })}`.execute(services.db)
          if (numAffectedRows > 0n) marked.add(`${known}.${column}`)
        } catch {
          // Words of a list, dates, what is unique or may not be changed.
        }
      }
    }
    await sql`insert into search_term (kind, term, subject_id) values ('customer', ${mark('search', 'term', name)}, ${customerId})`.execute(
      services.db,
    )
    return marked.add('search_term.term').add('file_chunk.content')
  }

  /** Where marks of that name stand, over the whole database. */
  async function placesOf(name: string): Promise<string[]> {
    const places = new Set<string>()
    const pattern = new RegExp(`${name}\\..*marke`, 'i')
    for (const { name: table } of await services.db.introspection.getTables()) {
      const rows = await services.db
        .selectFrom(table as keyof Database)
        .selectAll()
        .execute()
      for (const [column, value] of rows.flatMap(row => Object.entries(row))) {
        const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
        if (pattern.test(text)) places.add(`${table}.${column}`)
      }
    }
    return [...places].toSorted()
  }

  async function rowsOf(customerId: string): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {}
    for (const table of Object.keys(customerRows) as Table[]) {
      const { rows } =
        await sql`select * from ${sql.table(table)} where ${isOfCustomer(table, { customerId })}`.execute(services.db)
      found[table] = rows.map(row => JSON.stringify(row)).toSorted()
    }
    return found
  }
})

function contentOf(name: string): Buffer {
  return Buffer.concat([sampleFiles.pdf, Buffer.from(`% ${mark('file-chunk', 'content', name)}`)])
}
