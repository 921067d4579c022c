/**
 * Fills a migrated SQLite file for the measurements. At factor 1: 200 customers, 5,000 tickets, 40,000 entries, 2,000
 * services, 2,000 invoices, 800 requests.
 *
 * Everything grows with the factor except the data per customer, as in a growing business.
 */
import { DatabaseSync } from 'node:sqlite'
import { hashToken } from '#server/auth/tokens.ts'
import { newId } from '#server/database/ids.ts'
import { termsOf } from '#server/database/search-terms.ts'
import { seedRouters } from './seed-dns.ts'
import { recordSeeder, seedOwnRecords } from './seed-records.ts'
import { serviceSeeder } from './seed-services.ts'

const benchCustomers = 200
const ticketsPerCustomer = 25
const entriesPerTicket = 8
/** There are few published questions in a business of any size. */
const questions = 40
const mailsAndLines = 5_000
const titles = ['Wallbox in PowerMaster einbinden', 'Luftwärmepumpe am Wechselrichter anlernen']
/** Measures only the hash chain of new lines, not that of the seeded ones. */
const benchHash = '0'.repeat(64)

export type BenchSession = { token: string; customerId: string | null; ticketIds: string[] }

const at = '2026-01-01T08:00:00.000Z'
const farAway = '2099-01-01T00:00:00.000Z'

/** Returns one session per sampled customer, and one of an admin. */
export function seed(file: string, factor: number): { customers: BenchSession[]; admin: BenchSession } {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = off; begin')
  const insert = insertsOf(db)
  const open = (userId: string): string => {
    const token = `bench-${userId}`
    // As if just logged in, however long the measurement takes.
    insert.session.run(hashToken(token), newId(), userId, at, new Date().toISOString(), farAway, farAway, farAway)
    return token
  }

  const addServices = serviceSeeder(db, at)
  const addRecords = recordSeeder(db, at)
  const sampled: BenchSession[] = []
  for (let c = 0; c < benchCustomers * factor; c += 1) {
    const customerId = newId()
    const name = `Muster ${c} GmbH`
    insert.customer.run(
      customerId,
      `K-${1001 + c}`,
      `K-${String(1001 + c).padStart(9, '0')}`,
      c % 5 === 0 ? 'public' : 'business',
      name,
      name.toLowerCase(),
      at,
      at,
    )
    const userId = newId()
    insert.user.run(userId, `kunde-${c}`, `kunde-${c}`, 'customer', customerId, at, at)
    addServices(customerId)
    addRecords(customerId, name)
    const ticketIds: string[] = []
    for (let t = 0; t < ticketsPerCustomer; t += 1) {
      ticketIds.push(seedTicket(insert, customerId, c * ticketsPerCustomer + t, t))
    }
    if (c % (10 * factor) === 0) sampled.push({ token: open(userId), customerId, ticketIds })
  }
  const adminId = newId()
  insert.user.run(adminId, 'bench-admin', 'bench-admin', 'admin', null, at, at)
  const admin = { token: open(adminId), customerId: null, ticketIds: sampled[0]?.ticketIds ?? [] }
  for (let n = 0; n < questions; n += 1) insert.faq.run(newId(), `Lädt meine Wallbox nur mit Sonne? ${n}`, n, at, at)
  for (let n = 0; n < mailsAndLines * factor; n += 1) {
    insert.mail.run(newId(), String(n), n % 50 === 0 ? 'failed' : 'sent', at, at, at, at)
    insert.audit.run(n + 1, newId(), at, newId(), benchHash, benchHash)
  }
  seedOwnRecords(db, factor, at)
  seedRouters(db, sampled[0]?.customerId ?? '', at)
  db.exec('commit; analyze')
  db.close()
  return { customers: sampled, admin }
}

/** Customers with an address, each with a ticket whose finished entries are of that month (`YYYY-MM`). */
export function seedBillable(db: DatabaseSync, count: number, month: string): void {
  db.exec('pragma synchronous = off; begin')
  const insert = insertsOf(db)
  const complete = db.prepare(
    "update customer set street = 'Marktplatz 1', zip = '89073', city = 'Ulm', email = 'rechnung@muster.example' where id = ?",
  )
  const move = db.prepare(
    "update ticket_entry set date = ? || substr(date, 8), progress = 'finished' where customer_id = ?",
  )
  for (let c = 0; c < count; c += 1) {
    const customerId = newId()
    const number = 900_000 + c
    const name = `Werkstatt ${number} GmbH`
    insert.customer.run(customerId, `K-${number}`, `K-${number}`, 'business', name, name.toLowerCase(), at, at)
    complete.run(customerId)
    seedTicket(insert, customerId, number, 0)
    move.run(month, customerId)
  }
  db.exec('commit; analyze')
}

/** A ticket with its entries and its words; returns its id. `n` is its number, `t` that of its customer. */
function seedTicket(insert: Inserts, customerId: string, n: number, t: number): string {
  const ticketId = newId()
  const changedAt = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString()
  const title = `${titles[n % titles.length]} ${n}`
  const progress = t % 3 === 0 ? 'finished' : t % 3 === 1 ? 'inProgress' : 'upcoming'
  insert.ticket.run(
    ticketId,
    `T-2026-${n}`,
    `2026-${String(n).padStart(8, '0')}`,
    customerId,
    title,
    title.toLowerCase(),
    'Lastmanagement, Zähler und Phasenumschaltung prüfen.',
    progress,
    entriesPerTicket,
    entriesPerTicket * 60,
    entriesPerTicket * 9500,
    changedAt,
    changedAt,
  )
  for (const word of termsOf([`T-2026-${n}`, title])) insert.term.run(word, ticketId)
  for (let e = 0; e < entriesPerTicket; e += 1) {
    const step = e === 0 && t === 0 ? 'inProgress' : 'finished'
    insert.entry.run(
      newId(),
      ticketId,
      customerId,
      `Schritt ${e}`,
      step,
      `2026-01-${String(e + 1).padStart(2, '0')}`,
      at,
      at,
    )
  }
  return ticketId
}

type Inserts = ReturnType<typeof insertsOf>

function insertsOf(db: DatabaseSync) {
  return {
    customer: db.prepare(
      `insert into customer (id, number, number_key, kind, company, first_name, last_name, name_key, phone, website, email,
       street, zip, city, country, vat_id, leitweg_id, is_notified, has_newsletter, hourly_rate_cents, note, revision, created_at, updated_at)
     values (?, ?, ?, ?, ?, '', '', ?, '', '', '', '', '', '', 'DE', '', '', 1, 0, 9500, '', 1, ?, ?)`,
    ),
    user: db.prepare(
      `insert into user_account (id, username, username_key, email, email_key, first_name, last_name, role, customer_id,
       password_hash, is_active, invited_at, last_login_at, revision, created_at, updated_at)
     values (?, ?, ?, '', '', '', '', ?, ?, null, 1, null, null, 1, ?, ?)`,
    ),
    session: db.prepare(
      `insert into session (token_hash, id, user_id, created_at, last_seen_at, idle_until, absolute_until, authenticated_at,
       address, user_agent, as_customer_id, as_user_until, as_user_reason)
     values (?, ?, ?, ?, ?, ?, ?, ?, '127.0.0.1', 'bench', null, null, '')`,
    ),
    ticket: db.prepare(
      `insert into ticket (id, number, number_key, customer_id, name, name_key, description, progress, hourly_rate_cents,
       budget_cents, invoice_notes, invoice_state, entries_count, minutes, total_cents, billed_cents, revision, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, 9500, null, '', 'none', ?, ?, ?, 0, 1, ?, ?)`,
    ),
    entry: db.prepare(
      `insert into ticket_entry (id, ticket_id, customer_id, name, description, type, progress, minutes, hourly_rate_cents,
       extra_cents, extra_text, total_cents, date, created_by, created_by_user_id, invoice_id, revision, created_at, updated_at)
     values (?, ?, ?, ?, '', 'consulting', ?, 60, 9500, 0, '', 9500, ?, 'admin', null, null, 1, ?, ?)`,
    ),
    faq: db.prepare(
      `insert into faq (id, question, answer, category, position, is_published, created_at, updated_at)
     values (?, ?, 'Ja, über **PowerMaster**.', 'Energie', ?, 1, ?, ?)`,
    ),
    mail: db.prepare(
      `insert into outbox_mail (id, kind, key, recipient, reply_to, subject, text, html, state, attempts, next_attempt_at,
       lease_until, sent_at, last_error, created_at, updated_at)
     values (?, 'invitation', ?, 'muster@example.org', '', 'Ihr Zugang', 'Guten Tag', '<p>Guten Tag</p>', ?, 1, ?, null, ?, '', ?, ?)`,
    ),
    audit: db.prepare(
      `insert into audit_entry (seq, id, at, actor_user_id, actor_name, as_customer_id, as_customer_name, address, action,
       subject_kind, subject_id, details, previous_hash, hash)
     values (?, ?, ?, null, 'Bench', null, '', '127.0.0.1', 'ticket.updated', 'ticket', ?, 'name', ?, ?)`,
    ),
    term: db.prepare("insert into search_term (kind, term, subject_id) values ('ticket', ?, ?)"),
  }
}
