import { sql } from 'kysely'
import { expect } from 'vitest'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { customerRows, isOfCustomer, type Table } from '#server/database/customer-rows.ts'
import type { Database } from '#server/database/schema.ts'
import { buildConsent, buildUser } from './build.ts'
import { buildCall, buildChange, buildDomain, buildEndpoint, buildHostname } from './build-dns.ts'
import { buildMeasuredSite } from './build-energy.ts'
import { buildFile } from './build-files.ts'
import { buildAttachment, buildRequest } from './build-requests.ts'
import { buildApplication, buildCollection, buildCredential, buildDevice, buildWebsite } from './build-services.ts'
import {
  buildCustomer,
  buildCustomerLink,
  buildEntry,
  buildInvoice,
  buildMessage,
  buildTicket,
} from './build-tickets.ts'
import { sampleFiles } from './multipart-form.ts'
import type { LoggedInClient, TestApp } from './test-app.ts'

/** An address, so that it is valid in every column of text. */
export const mark = (table: string, column: string, name: string) =>
  `${name}.${table}.${column}@marke.example`.replaceAll('_', '-')

/** Columns read as JSON need valid JSON. */
const jsonColumns = [
  ...['urls', 'content', 'planes', 'technical', 'schedule', 'command_target'],
  ...['options', 'name_servers', 'last_check', 'found_values', 'hints'],
]

export function openMarks(portal: TestApp) {
  return {
    everythingOf: (name: string) => addEverything(portal, name),
    placesOf: (name: string) => placesOf(portal.runtime, name),
    rowsOf: (customerId: string) => rowsOf(portal.runtime, customerId),
    energyOf: (customerId: string) => energyOf(portal.runtime, customerId),
    referencesTo: (energy: Energy) => referencesTo(portal.runtime, energy),
  }
}

/** A row in every table for a new customer, with its mark in every column that takes a text; returns those columns. */
async function addEverything(portal: TestApp, name: string) {
  const { runtime } = portal
  const { db } = runtime
  const customer = await buildCustomer(runtime)
  const user = await buildUser(runtime, { customerId: customer.id })
  const kim: LoggedInClient = await portal.loginAs(user)
  const userId = user.id
  const at = instantText(portal.clock.now())
  const ticket = await addWork(runtime, name, customer.id)
  await addServices(runtime, customer.id, at)
  await buildMeasuredSite(runtime, customer.id)
  await addMailings(runtime, name, customer.id, at)
  await addFactors(runtime, name, userId, at)
  await addEmailChange(runtime, name, userId, at)
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
  await actAsCustomer(kim, name, customer.id)
  const marked = await markAll(runtime, customer.id, name)
  const email = mark('user_account', 'email', name)
  await db.updateTable('user_account').set({ email_key: email }).where('id', '=', userId).execute()
  const message = await buildMessage(runtime, { email, text: mark('message', 'text', name) })
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

async function addWork(runtime: Runtime, name: string, customerId: string) {
  const ticket = await buildTicket(runtime, { customer_id: customerId })
  const own = { customer_id: customerId }
  const pdf = await buildFile(runtime, { ...own, state: 'attached' }, contentOf(name))
  const entries = [
    await buildEntry(runtime, { ticket_id: ticket.id, progress: 'finished' }),
    await buildEntry(runtime, { ticket_id: ticket.id }),
  ]
  await buildInvoice(runtime, entries.slice(0, 1), { is_paid: 1, pdf_file_id: pdf.id })
  await buildInvoice(runtime, [], { ...own, state: 'draft' })
  await buildAttachment(runtime, await buildRequest(runtime, own))
  await buildCustomerLink(runtime, own)
  return ticket
}

async function addServices(runtime: Runtime, customerId: string, at: string): Promise<void> {
  const { db } = runtime
  const own = { customer_id: customerId }
  const collection = await buildCollection(runtime, own)
  const device = await buildDevice(runtime, { ...own, collection_id: collection.id })
  const website = await buildWebsite(runtime, own)
  await buildApplication(runtime, own)
  await buildCredential(runtime, { service_id: device.id })
  const domain = await buildDomain(runtime, own)
  const hostname = await buildHostname(runtime, { domain_id: domain.id })
  await buildChange(runtime, { hostname_id: hostname.id })
  const endpoint = await buildEndpoint(runtime, { ...own, hostnameIds: [hostname.id] })
  await buildCall(runtime, { endpoint_id: endpoint.id })
  await db
    .insertInto('website_day')
    .values({ service_id: website.id, date: '2026-01-01', checks: 1, failures: 0, total_ms: 1, slowest_ms: 1 })
    .execute()
  await db
    .insertInto('website_outage')
    .values({ service_id: website.id, started_at: at, ended_at: null, error: 'dns', status_code: null })
    .execute()
}

/** Rows of a newsletter and of notifications by mail. */
async function addMailings(runtime: Runtime, name: string, customerId: string, at: string): Promise<void> {
  const { db } = runtime
  const own = { customer_id: customerId }
  const consent = await buildConsent(runtime, customerId, 'x@example.org')
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
}

async function addFactors({ db }: Runtime, name: string, userId: string, at: string): Promise<void> {
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
}

async function addEmailChange({ db }: Runtime, name: string, userId: string, at: string): Promise<void> {
  await db
    .insertInto('email_change')
    .values({
      id: `e-${name}`,
      user_id: userId,
      old_email: '',
      new_email: '',
      stop_email: '',
      disputed_since: at,
      token_hash: `e-${name}`,
      state: 'cancelled',
      expires_at: at,
      stoppable_until: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('stop_link')
    .values({
      id: `sl-${name}`,
      user_id: userId,
      stop_email: '',
      disputed_since: at,
      stoppable_until: at,
      created_at: at,
    })
    .execute()
}

async function actAsCustomer(kim: LoggedInClient, name: string, customerId: string): Promise<void> {
  // The customer's actions leave lines in the log, and mails.
  const link = { label: mark('audit', 'label', name), url: 'https://example.org' }
  expect((await kim.post('/api/backend/customer-links/', link)).statusCode).toBe(201)
  expect((await kim.post('/api/backend/requests/', { title: mark('audit', 'title', name) })).statusCode).toBe(201)
  const form = [{ name: 'file', fileName: `${mark('audit', 'file', name)}.pdf`, content: sampleFiles.pdf }]
  expect((await kim.send('POST', '/api/backend/files/', { form })).statusCode).toBe(201)
  expect((await kim.post(`/api/backend/customer/${customerId}/exports/`)).statusCode).toBe(201)
  const changes = { firstName: mark('audit', 'first', name) }
  expect((await kim.patch(`/api/backend/customer/${customerId}/`, changes)).statusCode).toBe(200)
}

/** Writes a mark into every text column that the database permits; ids, instants and dates stay. */
async function markAll(runtime: Runtime, customerId: string, name: string): Promise<Set<string>> {
  const marked = new Set<string>()
  const tables = await runtime.db.introspection.getTables()
  for (const table of tables) {
    const known = table.name as Table
    if (customerRows[known] === null || known === 'search_term') continue
    for (const { name: column, dataType } of table.columns) {
      const isReference = /(^|_)id$|_at$|^(owner|number|kind|key|date)$|_hash$|_until$|^number_key$|^media_type$/.test(
        column,
      )
      if (dataType.toLowerCase() !== 'text' || isReference) continue
      try {
        const { numAffectedRows = 0n } = await sql`update ${sql.table(known)}
          set ${sql.ref(column)} = ${jsonColumns.includes(column) ? JSON.stringify(mark(known, column, name)) : mark(known, column, name)}
          where ${isOfCustomer(known, { customerId })}`.execute(runtime.db)
        if (numAffectedRows > 0n) marked.add(`${known}.${column}`)
      } catch {
        // Enumerated values, dates, unique or immutable columns.
      }
    }
  }
  await sql`insert into search_term (kind, term, subject_id) values ('customer', ${mark('search', 'term', name)}, ${customerId})`.execute(
    runtime.db,
  )
  return marked.add('search_term.term').add('file_chunk.content')
}

/** The locations of marks with that name, over the whole database. */
async function placesOf(runtime: Runtime, name: string): Promise<string[]> {
  const pattern = new RegExp(`${name}\\..*marke`, 'i')
  return columnsWhere(runtime, (_, value) =>
    pattern.test(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)),
  )
}

/** The columns of the whole database with a value that is found, as `table.column`. */
async function columnsWhere({ db }: Runtime, isFound: (column: string, value: unknown) => boolean): Promise<string[]> {
  const places = new Set<string>()
  for (const { name: table } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(table as keyof Database)
      .selectAll()
      .execute()
    for (const [column, value] of rows.flatMap(row => Object.entries(row))) {
      if (isFound(column, value)) places.add(`${table}.${column}`)
    }
  }
  return [...places].toSorted()
}

type Energy = Awaited<ReturnType<typeof energyOf>>

/** The ids and numbers by which rows refer to the sites of a customer. */
async function energyOf({ db }: Runtime, customerId: string) {
  const sites = await db.selectFrom('energy_site').select('id').where('customer_id', '=', customerId).execute()
  const storages = await db.selectFrom('energy_storage').select('id').where('customer_id', '=', customerId).execute()
  const channels = await db
    .selectFrom('energy_channel')
    .select(['id', 'number'])
    .where('customer_id', '=', customerId)
    .execute()
  return {
    ids: [...sites, ...storages, ...channels].map(({ id }) => id),
    numbers: channels.map(({ number }) => number),
  }
}

/** The columns of the whole database that name one of these, also as a part of a longer text. */
async function referencesTo(runtime: Runtime, { ids, numbers }: Energy): Promise<string[]> {
  return columnsWhere(runtime, (column, value) => {
    const isNumber = column === 'channel_number' && numbers.includes(Number(value))
    return isNumber || ids.some(id => String(value).includes(id))
  })
}

async function rowsOf(runtime: Runtime, customerId: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of Object.keys(customerRows) as Table[]) {
    const { rows } = await sql`select * from ${sql.table(table)} where ${isOfCustomer(table, { customerId })}`.execute(
      runtime.db,
    )
    found[table] = rows.map(row => JSON.stringify(row)).toSorted()
  }
  return found
}

function contentOf(name: string): Buffer {
  return Buffer.concat([sampleFiles.pdf, Buffer.from(`% ${mark('file-chunk', 'content', name)}`)])
}
