/** Requests and invoices of each customer, and the business's own records, for the measurements. */
import type { DatabaseSync } from 'node:sqlite'
import { newId } from '#server/database/ids.ts'

const perCustomer = { requests: 4, invoices: 10, links: 5 }
const own = { messages: 2_000, newsletters: 400 }
/** An admin dismisses each one, so there are few in a business of any size. */
const failedJobs = 40
const backups = 40
/** One invoice in fifty is overdue. */
const customersPerDebtor = 5
/** Number of customers with rare words, in a business of any size. */
const customersWithRareWords = 30

/** Returns a function that adds the records of one customer. */
export function recordSeeder(db: DatabaseSync, at: string): (customerId: string, name: string) => void {
  const request = db.prepare(
    `insert into request (id, number, number_key, customer_id, title, title_key, description, priority, priority_rank, state,
       answer, answered_at, revision, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, 'Seit gestern lädt das Auto nur noch mit halber Leistung.', ?, ?, ?, ?, ?, 1, ?, ?)`,
  )
  const invoice = db.prepare(
    `insert into invoice (id, number, number_key, customer_id, state, is_paid, paid_on, issue_date, issue_key, due_date, due_key,
       gross_cents, paid_cents, net_cents, tax_cents, tax_lines, notes, revision, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 11900, ?, 10000, 1900, '[{"rate":19,"base_cents":10000,"amount_cents":1900}]', '', 1, ?, ?)`,
  )
  const link = db.prepare(
    `insert into customer_link (id, customer_id, label, url, position, revision, created_at, updated_at)
     values (?, ?, 'Hausautomation', 'https://haus.example/', ?, 1, ?, ?)`,
  )
  const term = db.prepare('insert into search_term (kind, term, subject_id) values (?, ?, ?)')
  let customers = 0

  return (customerId, name) => {
    for (let n = 0; n < perCustomer.requests; n += 1) {
      const number = customers * perCustomer.requests + n
      const state = (['open', 'accepted', 'declined', 'accepted'] as const)[n % 4] ?? 'open'
      const priority = (['low', 'medium', 'high'] as const)[n % 3] ?? 'low'
      const title = `Wallbox lädt langsam ${number}`
      request.run(
        newId(),
        `A-2026-${number}`,
        `2026-${String(number).padStart(8, '0')}`,
        customerId,
        title,
        title.toLowerCase(),
        priority,
        ['low', 'medium', 'high'].indexOf(priority) + 1,
        state,
        state === 'declined' ? 'Das prüft bitte der Hersteller.' : '',
        state === 'open' ? null : at,
        at,
        at,
      )
    }
    for (let n = 0; n < perCustomer.invoices; n += 1) {
      const number = customers * perCustomer.invoices + n
      const day = `2026-01-${String((number % 28) + 1).padStart(2, '0')}`
      const state = n === 0 ? 'draft' : 'issued'
      const isPaid = n > 1 || (n === 1 && customers % customersPerDebtor > 0)
      const dates =
        state === 'draft' ? [null, '9999-12-31', null, '9999-12-31'] : [day, day, '2026-02-28', '2026-02-28']
      invoice.run(
        newId(),
        state === 'draft' ? null : `RE-2026-${number}`,
        state === 'draft' ? '' : `2026-${String(number).padStart(8, '0')}`,
        customerId,
        state,
        isPaid ? 1 : 0,
        isPaid ? day : null,
        ...dates,
        isPaid ? 11_900 : 0,
        at,
        at,
      )
    }
    for (let n = 1; n <= perCustomer.links; n += 1) link.run(newId(), customerId, n, at, at)
    for (const word of name.toLowerCase().split(' ')) term.run('customer', word, customerId)
    if (customers < customersWithRareWords) term.run('customer', 'sonnenhof', customerId)
    term.run('customer', `0170${1_000_000 + customers}`, customerId)
    customers += 1
  }
}

/** Records without a customer, which grow with the business. */
export function seedOwnRecords(db: DatabaseSync, factor: number, at: string): void {
  const message = db.prepare(
    `insert into message (id, email, name, phone, text, state, answered_at, answered_by, revision, created_at, updated_at)
     values (?, ?, 'Jana Muster', '', 'Guten Tag, bitte rufen Sie zurück.', ?, ?, '', 1, ?, ?)`,
  )
  const newsletter = db.prepare(
    `insert into newsletter (id, subject, body, state, revision, created_at, updated_at)
     values (?, 'Neues im Herbst', 'Guten Tag', ?, 1, ?, ?)`,
  )
  const job = db.prepare(
    `insert into job (id, kind, key, payload, state, run_at, attempts, last_error, created_at, updated_at)
     values (?, 'bench', ?, '{}', 'failed', ?, 8, 'refused', ?, ?)`,
  )
  for (let n = 0; n < own.messages * factor; n += 1) {
    const isNew = n % 20 === 0
    message.run(newId(), `muster-${n}@example.org`, isNew ? 'new' : 'answered', isNew ? null : at, at, at)
  }
  for (let n = 0; n < own.newsletters * factor; n += 1) newsletter.run(newId(), n % 10 === 0 ? 'draft' : 'sent', at, at)
  const backup = db.prepare(
    `insert into backup (id, kind, state, reason, detail, file, size_bytes, rows_count, audit_lines, started_at, proven_at, updated_at)
     values (?, 'nightly', 'proven', '', '', ?, 4000000, 50000, 40000, ?, ?, ?)`,
  )
  for (let n = 0; n < backups; n += 1) backup.run(newId(), `${n}.backup`, at, at, at)
  for (let n = 0; n < failedJobs; n += 1) job.run(newId(), String(n), at, at, at)
}
