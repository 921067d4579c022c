/** Rows for tests: each builder creates the rows it depends on and returns the row. Overrides are columns. */
import type { Insertable, Selectable } from 'kysely'
import type { UserActor } from '#server/auth/actor.ts'
import { calendarDate, dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import type {
  CustomerLinkTable,
  CustomerTable,
  InvoicePaymentTable,
  InvoiceTable,
  TicketEntryTable,
  TicketTable,
} from '#server/database/business-tables.ts'
import { fold, foldNumber } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { InvoiceQuestionTable } from '#server/database/invoice-tables.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { searchTexts } from '#server/features/customers/customer.commands.ts'
import { nameKeyOf } from '#server/features/customers/customer.rules.ts'
import { dateKey, invoiceSearchTexts, taxOn } from '#server/features/invoices/invoice.rules.ts'
import { insertMessage } from '#server/features/messages/message.commands.ts'
import { ticketNumber, ticketNumberKey, ticketSearchTexts } from '#server/features/tickets/ticket.rules.ts'
import { entryTotalCents } from '#server/features/tickets/ticket-entry.rules.ts'

type Builder = Pick<Runtime, 'db' | 'clock' | 'wake'>

let built = 0

export async function buildCustomer(
  runtime: Builder,
  overrides: Partial<Insertable<CustomerTable>> = {},
): Promise<Selectable<CustomerTable>> {
  built += 1
  const names = {
    company: overrides.company ?? '',
    first_name: overrides.first_name ?? 'Erika',
    last_name: overrides.last_name ?? 'Beispiel',
  }
  const row: Insertable<CustomerTable> = {
    ...rowStart(runtime),
    number: `K-${5_000 + built}`,
    number_key: String(5_000 + built).padStart(10, '0'),
    kind: 'private',
    ...names,
    name_key: nameKeyOf(names),
    phone: '',
    website: '',
    email: '',
    street: '',
    zip: '',
    city: '',
    country: 'DE',
    vat_id: '',
    leitweg_id: '',
    is_notified: 1,
    has_newsletter: 0,
    hourly_rate_cents: 9_000,
    note: '',
    ...overrides,
  }
  return inTransaction(runtime, async trx => {
    await saveSearchTerms(trx, 'customer', row.id, searchTexts(row))
    return trx.insertInto('customer').values(row).returningAll().executeTakeFirstOrThrow()
  })
}

/** The only link of its customer by default. */
export async function buildCustomerLink(
  runtime: Builder,
  overrides: Partial<Insertable<CustomerLinkTable>> = {},
): Promise<Selectable<CustomerLinkTable>> {
  built += 1
  const row: Insertable<CustomerLinkTable> = {
    ...rowStart(runtime),
    customer_id: overrides.customer_id ?? (await buildCustomer(runtime)).id,
    label: `Link ${built}`,
    url: `https://${built}.example.org/`,
    position: 1,
    ...overrides,
  }
  return runtime.db.insertInto('customer_link').values(row).returningAll().executeTakeFirstOrThrow()
}

/** A message of the contact form. */
export async function buildMessage(
  runtime: Builder,
  overrides: Partial<Parameters<typeof insertMessage>[1]> = {},
): Promise<{ id: string; email: string }> {
  const { id, created_at } = rowStart(runtime)
  const row = {
    id,
    created_at,
    email: 'erika@example.org',
    name: '',
    phone: '',
    text: 'Bitte rufen Sie an.',
    ...overrides,
  }
  await inTransaction(runtime, trx => insertMessage(trx, row))
  return row
}

export async function buildTicket(
  runtime: Builder,
  overrides: Partial<Insertable<TicketTable>> = {},
): Promise<Selectable<TicketTable>> {
  built += 1
  const customerId = overrides.customer_id ?? (await buildCustomer(runtime)).id
  const name = overrides.name ?? `Ticket ${built}`
  const row: Insertable<TicketTable> = {
    ...rowStart(runtime),
    number: ticketNumber(2025, built),
    number_key: ticketNumberKey(2025, built),
    customer_id: customerId,
    name,
    name_key: fold(name),
    description: '',
    progress: 'upcoming',
    hourly_rate_cents: 9_000,
    budget_cents: null,
    invoice_notes: '',
    invoice_state: 'none',
    ...overrides,
  }
  return inTransaction(runtime, async trx => {
    await saveSearchTerms(trx, 'ticket', row.id, ticketSearchTexts(row))
    return trx.insertInto('ticket').values(row).returningAll().executeTakeFirstOrThrow()
  })
}

/** An admin's entry of one hour by default; the ticket's sums follow. */
export async function buildEntry(
  runtime: Builder,
  overrides: Partial<Insertable<TicketEntryTable>> = {},
): Promise<Selectable<TicketEntryTable>> {
  built += 1
  const ticket = overrides.ticket_id
    ? await runtime.db.selectFrom('ticket').selectAll().where('id', '=', overrides.ticket_id).executeTakeFirstOrThrow()
    : await buildTicket(runtime)
  const billed = {
    minutes: overrides.minutes ?? 60,
    hourly_rate_cents: overrides.hourly_rate_cents ?? ticket.hourly_rate_cents,
    extra_cents: overrides.extra_cents ?? 0,
  }
  const row: Insertable<TicketEntryTable> = {
    ...rowStart(runtime),
    ticket_id: ticket.id,
    customer_id: ticket.customer_id,
    name: `Eintrag ${built}`,
    description: '',
    type: 'consulting',
    progress: 'upcoming',
    ...billed,
    extra_text: billed.extra_cents > 0 ? 'Material' : '',
    total_cents: entryTotalCents(billed),
    date: calendarDate(runtime.clock.now()),
    created_by: 'admin',
    created_by_user_id: null,
    invoice_id: null,
    ...overrides,
  }
  return inTransaction(runtime, async trx => {
    await trx
      .updateTable('ticket')
      .set(eb => ({
        entries_count: eb('entries_count', '+', 1),
        minutes: eb('minutes', '+', row.minutes),
        total_cents: eb('total_cents', '+', row.total_cents),
      }))
      .where('id', '=', ticket.id)
      .execute()
    return trx.insertInto('ticket_entry').values(row).returningAll().executeTakeFirstOrThrow()
  })
}

/** An issued, unpaid invoice over the given entries (of one customer) by default; badge and sums follow. */
export async function buildInvoice(
  runtime: Builder,
  entries: readonly Selectable<TicketEntryTable>[],
  overrides: Partial<Insertable<InvoiceTable>> = {},
): Promise<Selectable<InvoiceTable>> {
  built += 1
  const customerId = overrides.customer_id ?? entries[0]?.customer_id ?? (await buildCustomer(runtime)).id
  const isDraft = overrides.state === 'draft'
  const net = overrides.net_cents ?? entries.reduce((sum, entry) => sum + entry.total_cents, 0)
  const tax = taxOn(net, 1_900)
  const today = calendarDate(runtime.clock.now())
  const given = {
    number: isDraft ? null : `RE-2025-${String(built).padStart(5, '0')}`,
    issue_date: isDraft ? null : today,
    due_date: isDraft ? null : calendarDate(plusMs(runtime.clock.now(), 14 * dayMs)),
    ...overrides,
  }
  const row: Insertable<InvoiceTable> = {
    ...rowStart(runtime),
    number_key: given.number === null ? '' : foldNumber(given.number),
    issue_key: dateKey(given.issue_date),
    due_key: dateKey(given.due_date),
    service_from: null,
    service_to: null,
    customer_id: customerId,
    state: 'issued',
    is_paid: 0,
    paid_on: overrides.is_paid === 1 ? today : null,
    net_cents: net,
    tax_cents: tax,
    tax_lines: JSON.stringify([{ rate: 1_900, base_cents: net, amount_cents: tax }]),
    gross_cents: net + tax,
    notes: '',
    pdf_file_id: null,
    paid_cents: overrides.is_paid === 1 ? (overrides.gross_cents ?? net + tax) : 0,
    ...given,
  }
  return inTransaction(runtime, async trx => {
    await saveSearchTerms(trx, 'invoice', row.id, invoiceSearchTexts(row))
    const invoice = await trx.insertInto('invoice').values(row).returningAll().executeTakeFirstOrThrow()
    if (invoice.is_paid === 1 && invoice.gross_cents > 0)
      await trx.insertInto('invoice_payment').values(paymentOf(invoice)).execute()
    for (const entry of entries) {
      await trx.updateTable('ticket_entry').set({ invoice_id: invoice.id }).where('id', '=', entry.id).execute()
      if (invoice.state !== 'issued') continue
      await trx
        .updateTable('ticket')
        .set(eb => ({
          billed_cents: eb('billed_cents', '+', entry.total_cents),
          invoice_state: invoice.is_paid === 1 ? 'paid' : 'unpaid',
        }))
        .where('id', '=', entry.ticket_id)
        .execute()
    }
    return invoice
  })
}

/** A payment of the whole amount. */
export function paymentOf(invoice: Selectable<InvoiceTable>): Insertable<InvoicePaymentTable> {
  return {
    id: newId(),
    invoice_id: invoice.id,
    amount_cents: invoice.gross_cents,
    paid_on: invoice.paid_on ?? '',
    reason: '',
    reverses_id: null,
    created_at: invoice.created_at,
  }
}

/** An open question on a whole invoice. */
export async function buildQuestion(
  { db, clock }: Builder,
  { id, customer_id }: Pick<InvoiceTable, 'id' | 'customer_id'>,
  overrides: Partial<InvoiceQuestionTable> = {},
): Promise<InvoiceQuestionTable> {
  const row = {
    id: newId(),
    invoice_id: id,
    customer_id,
    line_id: null,
    entry_id: null,
    ticket_id: null,
    subject: 'Anfahrt',
    text: 'Warum?',
    state: 'open',
    asked_by: 'Kim Lund',
    answer: '',
    answered_by: '',
    answered_at: null,
    created_at: instantText(clock.now()),
    ...overrides,
  } as const
  await db.insertInto('invoice_question').values(row).execute()
  return row
}

/** A logged-in actor: an admin, or with `customer_id` one of that customer's users. */
export async function buildActor(
  runtime: Builder,
  overrides: Partial<Insertable<UserAccountTable>> = {},
): Promise<UserActor> {
  built += 1
  const customerId = overrides.customer_id ?? null
  const username = overrides.username ?? `person-${built}`
  const row: Insertable<UserAccountTable> = {
    ...rowStart(runtime),
    username,
    username_key: username,
    email: '',
    email_key: '',
    first_name: 'Petra',
    last_name: 'Person',
    role: customerId === null ? 'admin' : 'customer',
    customer_id: customerId,
    password_hash: null,
    is_active: 1,
    invited_at: null,
    last_login_at: null,
    ...overrides,
  }
  await runtime.db.insertInto('user_account').values(row).execute()
  return {
    kind: 'user',
    userId: row.id,
    username,
    name: 'Petra Person',
    role: row.role,
    customerId,
    sessionId: newId(),
    impersonation: null,
  }
}

function rowStart({ clock }: Pick<Runtime, 'clock'>) {
  const now = instantText(clock.now())
  return { id: newId(), created_at: now, updated_at: now }
}
