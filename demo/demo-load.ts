/** Fills an empty database with the demo business. */

import type { Transaction } from 'kysely'
import { businessProfileRealtimeId } from '#contract/events.ts'
import { type AuditLine, recordAudit } from '#server/audit/record.ts'
import type { Actor, UserActor } from '#server/auth/actor.ts'
import { calendarDate, dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertUser } from '#server/features/accounts/user.commands.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { searchTexts } from '#server/features/customers/customer.commands.ts'
import { invoiceSearchTexts } from '#server/features/invoices/invoice.rules.ts'
import { messageSearchTexts } from '#server/features/messages/message.commands.ts'
import { requestSearchTexts } from '#server/features/requests/request.rules.ts'
import { ticketSearchTexts } from '#server/features/tickets/ticket.rules.ts'
import { insertFile } from '#server/files/store-file.ts'
import { emptyCustomer, mainCustomer } from './demo-customers.ts'
import { demoFaq } from './demo-faq.ts'
import { linkRows } from './demo-links.ts'
import { messageRows } from './demo-messages.ts'
import { newsletterRows } from './demo-newsletters.ts'
import { demoProfile } from './demo-profile.ts'
import { createRandom } from './demo-random.ts'
import type { DemoRequest } from './demo-requests.ts'
import { type DemoRows, demoRows } from './demo-rows.ts'
import { dnsRows } from './dns-rows.ts'
import { insertDns } from './insert-dns.ts'
import { insertHouses } from './insert-houses.ts'
import { insertAll, termRows } from './insert-rows.ts'
import { type ServiceRows, serviceRows } from './service-rows.ts'
import { writeInvoices } from './write-invoices.ts'

export const demoUsernames = ['demo-admin', 'demo-kunde', 'demo-neu'] as const
export const demoPassword = 'Sonnenstrom-2026'

const business = { firstName: 'Johanna', lastName: 'Brandt' }

const demo: Actor = { kind: 'program', name: 'demo' }

type Trx = Transaction<Database>
type Users = { adminId: string; customerUserId: string }
type Actors = Record<'admin' | 'customer', UserActor>
type LoadedRows = Omit<DemoRows, 'writtenIds'>

/**
 * For an empty, migrated database. The same date yields the same data, except the services, which were seen a moment
 * ago, and ids of users and of invoices that the portal writes. These follow after the rows; a load that ends before
 * leaves their work unbilled.
 */
export async function loadDemo(runtime: Runtime, now: Date = runtime.clock.now()): Promise<void> {
  const planned = demoRows(now)
  const rows = withoutWritten(planned)
  const passwordHash = await runtime.passwords.hash(demoPassword, '')
  const begin = planned.written[0]?.madeAt ?? now.getTime()
  const { users, events } = await inTransaction(runtime, async trx => {
    await storeProfile(trx, runtime, demoProfile)
    await insertAll(trx, 'customer', rows.customers)
    const users = await insertUsers(trx, runtime, rows, passwordHash)
    await insertWork(trx, rows, users)
    await insertRequests(trx, rows.requests, { ...users, mainCustomerId: rows.mainCustomerId })
    await insertAll(trx, 'customer_link', linkRows(now, rows.mainCustomerId))
    const watched = serviceRows(now, rows.customers, runtime.keys)
    await insertServices(trx, watched)
    await insertDns(trx, dnsRows(now, rows.mainCustomerId, runtime.keys))
    await insertNewsletters(trx, rows, now)
    await insertHouses(trx, rows.customers, now)
    await insertSearchTerms(trx, rows)
    await insertPublicSite(trx, now)
    await insertSequences(trx, rows)
    const events = auditEvents({ ...rows, runtime: watched, actors: actorsOf(users) })
    return { users, events: await auditUntil(trx, runtime, events, begin) }
  })
  let left = events
  const recordUntil = (moment: number) =>
    inTransaction(runtime, async trx => {
      left = await auditUntil(trx, runtime, left, moment)
    })
  const mainCustomer = { ...actorsOf(users).customer, customerId: rows.mainCustomerId }
  const past = { ...runtime, clock: { now: () => now } }
  await writeInvoices(past, planned.written, { program: demo, mainCustomer }, recordUntil)
  await recordUntil(now.getTime())
  await inTransaction(runtime, trx => auditLoaded(trx, runtime, now))
}

/** The portal writes the latest invoices itself; until then their work is unbilled. */
function withoutWritten({ writtenIds, ...rows }: DemoRows): LoadedRows {
  const isKept = (id: string | null | undefined) => !id || !writtenIds.has(id)
  const files = new Set(rows.invoices.flatMap(({ id, pdf_file_id }) => (isKept(id) ? [] : [pdf_file_id])))
  return {
    ...rows,
    invoices: rows.invoices.filter(({ id }) => isKept(id)),
    payments: rows.payments.filter(({ invoice_id }) => isKept(invoice_id)),
    questions: rows.questions.filter(({ invoice_id }) => isKept(invoice_id)),
    pdfs: rows.pdfs.filter(({ row }) => !files.has(row.id)),
    tickets: rows.tickets.map(ticket => ({
      ...ticket,
      entries: ticket.entries.map(entry => (isKept(entry.invoice_id) ? entry : { ...entry, invoice_id: null })),
    })),
  }
}

async function insertUsers(trx: Trx, runtime: Runtime, rows: LoadedRows, passwordHash: string): Promise<Users> {
  const people = [
    { customerId: rows.customers[0]?.id ?? '', ...business, email: demoProfile.email },
    { customerId: rows.mainCustomerId, ...personOf(mainCustomer) },
    { customerId: rows.emptyCustomerId, ...personOf(emptyCustomer) },
  ]
  const ids: string[] = []
  for (const [index, username] of demoUsernames.entries()) {
    const person = people[index]
    if (person === undefined) continue
    const role = index === 0 ? 'admin' : 'customer'
    const { id } = await insertUser(trx, runtime, { username, ...person, role, isActive: true, passwordHash })
    ids.push(id)
  }
  const [adminId = '', customerUserId = ''] = ids
  return { adminId, customerUserId }
}

/** The actors as the audit log names them. */
function actorsOf({ adminId, customerUserId }: Users): Actors {
  const base = { kind: 'user', sessionId: '', customerId: null, impersonation: null } as const
  const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`
  return {
    admin: { ...base, userId: adminId, username: demoUsernames[0], name: nameOf(business), role: 'admin' },
    customer: {
      ...base,
      userId: customerUserId,
      username: demoUsernames[1],
      name: nameOf(mainCustomer),
      role: 'customer',
    },
  }
}

function personOf({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) {
  return { firstName, lastName, email }
}

async function insertWork(trx: Trx, rows: LoadedRows, { adminId, customerUserId }: Users): Promise<void> {
  const entries = rows.tickets.flatMap(ticket => ticket.entries)
  await insertAll(
    trx,
    'file',
    rows.pdfs.map(({ row }) => ({ ...row, uploaded_by_user_id: adminId })),
  )
  await insertAll(
    trx,
    'file_chunk',
    rows.pdfs.map(({ row, content }) => ({ file_id: row.id, position: 0, content })),
  )
  await insertAll(trx, 'invoice', rows.invoices)
  await insertAll(trx, 'invoice_payment', rows.payments)
  await insertAll(
    trx,
    'ticket',
    rows.tickets.map(({ entries: _, ...ticket }) => ticket),
  )
  await insertAll(
    trx,
    'ticket_entry',
    entries.map(entry => {
      const isMain = entry.customer_id === rows.mainCustomerId
      const customerUser = isMain ? customerUserId : null
      return { ...entry, created_by_user_id: entry.created_by === 'admin' ? adminId : customerUser }
    }),
  )
  await insertAll(trx, 'invoice_question', rows.questions)
  await insertAll(
    trx,
    'work_span',
    rows.spans.map(span => ({ ...span, user_id: adminId })),
  )
}

async function insertRequests(
  trx: Trx,
  requests: readonly DemoRequest[],
  { customerUserId, mainCustomerId }: Pick<Users, 'customerUserId'> & { mainCustomerId: string },
): Promise<void> {
  const userOf = (row: DemoRequest) => (row.customer_id === mainCustomerId ? customerUserId : null)
  await insertAll(
    trx,
    'request',
    requests.map(({ files: _, ...row }) => ({ ...row, created_by_user_id: userOf({ ...row, files: [] }) })),
  )
  for (const request of requests) {
    for (const { row, content } of request.files) {
      await insertFile(trx, { ...row, uploaded_by_user_id: userOf(request) }, [content])
      await insertAll(trx, 'request_attachment', [{ file_id: row.id, request_id: request.id }])
      if (!request.ticket_id) continue
      await insertAll(trx, 'ticket_attachment', [{ file_id: row.id, ticket_id: request.ticket_id }])
    }
  }
}

async function insertServices(trx: Trx, rows: ServiceRows): Promise<void> {
  await insertAll(trx, 'service_collection', rows.service_collection)
  await insertAll(trx, 'service', rows.service)
  await insertAll(trx, 'device_service', rows.device_service)
  await insertAll(trx, 'website_service', rows.website_service)
  await insertAll(trx, 'website_day', rows.website_day)
  await insertAll(trx, 'website_outage', rows.website_outage)
  await insertAll(trx, 'application_service', rows.application_service)
  await insertAll(trx, 'service_credential', rows.service_credential)
  await insertAll(trx, 'search_term', rows.search_term)
}

async function insertNewsletters(trx: Trx, { customers, emptyCustomerId }: LoadedRows, now: Date): Promise<void> {
  const midnight = Date.parse(`${calendarDate(now)}T00:00:00.000Z`)
  const { consents, newsletters, recipients } = newsletterRows(createRandom(21), midnight, customers, emptyCustomerId)
  await insertAll(trx, 'newsletter_consent', consents)
  await insertAll(trx, 'newsletter', newsletters)
  await insertAll(trx, 'newsletter_recipient', recipients)
}

async function insertSearchTerms(trx: Trx, { customers, tickets, invoices, requests }: LoadedRows): Promise<void> {
  await insertAll(trx, 'search_term', [
    ...customers.flatMap(row => termRows('customer', row.id, searchTexts(row))),
    ...tickets.flatMap(row => termRows('ticket', row.id, ticketSearchTexts(row))),
    ...invoices.flatMap(row => termRows('invoice', row.id, invoiceSearchTexts(row))),
    ...requests.flatMap(row => termRows('request', row.id, requestSearchTexts(row))),
  ])
}

async function insertPublicSite(trx: Trx, now: Date): Promise<void> {
  const random = createRandom(8)
  const midnight = new Date(`${calendarDate(now)}T00:00:00.000Z`)
  const startOf = (daysAgo: number) => {
    const at = plusMs(midnight, -daysAgo * dayMs)
    return { id: newId(at, random.next), created_at: instantText(at), updated_at: instantText(at) }
  }
  const faq = demoFaq.map(({ isDraft, ...entry }, index) => ({
    ...startOf(300),
    ...entry,
    position: index + 1,
    is_published: isDraft ? (0 as const) : (1 as const),
  }))
  const { messages, replies, mails } = messageRows(random, midnight.getTime())
  await insertAll(trx, 'faq', faq)
  await insertAll(trx, 'message', messages)
  await insertAll(trx, 'message_reply', replies)
  await insertAll(trx, 'outbox_mail', mails)
  await insertAll(trx, 'search_term', [
    ...faq.flatMap(row => termRows('faq', row.id, [row.question, row.answer])),
    ...messages.flatMap(row => termRows('message', row.id, messageSearchTexts(row))),
    ...mails.flatMap(row => termRows('outbox_mail', row.id, [row.recipient])),
  ])
}

/** Sets the sequences so that they continue after the inserted numbers. */
async function insertSequences(trx: Trx, { customers, tickets, requests }: LoadedRows): Promise<void> {
  const last = new Map<string, number>([['customer', customers.length]])
  const countUp = (name: string) => last.set(name, (last.get(name) ?? 0) + 1)
  for (const { number } of tickets) countUp(`ticket-${number.slice(2, 6)}`)
  for (const { number } of requests) countUp(`request-${number.slice(2, 6)}`)
  await insertAll(
    trx,
    'number_sequence',
    [...last].map(([name, value]) => ({ name, last_value: value })),
  )
}

type AuditEvent = AuditLine & { at: string; actor: Actor }

/** Lines of the audit log in chronological order. */
function auditEvents({
  customers,
  tickets,
  requests,
  invoices,
  runtime,
  actors,
}: LoadedRows & { runtime: ServiceRows; actors: Actors }): AuditEvent[] {
  const events = [
    ...customers.map(row => ({
      at: row.created_at,
      action: 'customer.created' as const,
      subjectKind: 'customer' as const,
      row,
    })),
    ...tickets.map(row => ({
      at: row.created_at,
      action: 'ticket.created' as const,
      subjectKind: 'ticket' as const,
      row,
    })),
    ...invoices
      .filter(row => row.state === 'issued')
      .map(row => ({ at: row.created_at, action: 'invoice.published' as const, subjectKind: 'invoice' as const, row })),
    ...requests.map(row => ({
      at: row.created_at,
      action: 'request.created' as const,
      subjectKind: 'request' as const,
      row,
    })),
    ...requests.flatMap(row => {
      if (row.answered_at === null || row.state === 'open') return []
      return [
        { at: row.answered_at ?? '', action: `request.${row.state}` as const, subjectKind: 'request' as const, row },
      ]
    }),
    ...runtime.service.map(row => ({
      at: row.created_at,
      action: 'service.created' as const,
      subjectKind: 'service' as const,
      row: { id: row.id, number: row.name },
    })),
    ...runtime.reveals.map(({ at, by, credentialId, label }) => ({
      at: instantText(at),
      action: 'service_credential.revealed' as const,
      subjectKind: 'service_credential' as const,
      row: { id: credentialId, number: label },
      actor: actors[by],
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))
  return events.map(({ at, action, subjectKind, row, ...more }) => {
    const actor = 'actor' in more ? more.actor : demo
    return { at, actor, action, subjectKind, subjectId: row.id, details: row.number ?? '' }
  })
}

/** Records the events up to an instant, and returns the others. */
async function auditUntil(
  trx: Trx,
  { engine, realtime }: Runtime,
  events: readonly AuditEvent[],
  moment: number,
): Promise<AuditEvent[]> {
  const end = instantText(new Date(moment))
  for (const { at, actor, ...line } of events.filter(event => event.at <= end)) {
    const clock = { now: () => new Date(at) }
    await recordAudit(trx, { actor, address: '', engine, realtime, clock }, line)
  }
  return events.filter(event => event.at > end)
}

async function auditLoaded(trx: Trx, { engine, realtime }: Runtime, now: Date): Promise<void> {
  const context = { actor: demo, address: '', engine, realtime, clock: { now: () => now } }
  await recordAudit(trx, context, {
    action: 'demo.loaded',
    subjectKind: 'business_profile',
    subjectId: businessProfileRealtimeId,
  })
}
