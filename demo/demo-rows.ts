/** The demo's rows, computed from one seed and the date of loading. */
import type { Insertable } from 'kysely'
import { calendarDate, dayMs, hourMs, instantText } from '#server/clock.ts'
import type {
  CustomerTable,
  InvoicePaymentTable,
  InvoiceTable,
  TicketEntryTable,
} from '#server/database/business-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { InvoiceQuestionTable } from '#server/database/invoice-tables.ts'
import { customerNumber, customerNumberKey, nameKeyOf } from '#server/features/customers/customer.rules.ts'
import { ticketNumber, ticketNumberKey } from '#server/features/tickets/ticket.rules.ts'
import { entryTotalCents } from '#server/features/tickets/ticket-entry.rules.ts'
import { type DemoCustomer, demoCustomers, emptyCustomer, mainCustomer } from './demo-customers.ts'
import { demoProfile } from './demo-profile.ts'
import { questionRows } from './demo-questions.ts'
import { createRandom, type Random } from './demo-random.ts'
import { type DemoRequest, requestRows } from './demo-requests.ts'
import { type DemoSpan, spansOf } from './demo-spans.ts'
import { type DemoPdf, type DemoTicket, invoiceRow, paymentRows, pdfOf } from './invoice-rows.ts'
import { planInvoices } from './plan-invoices.ts'
import { type PlannedEntry, type PlannedTicket, planTickets } from './plan-tickets.ts'
import { isWrittenByPortal, writtenWithoutHours } from './plan-written.ts'
import type { WrittenPlan } from './write-invoices.ts'

export type DemoRows = {
  /** The first one is the business's own record. */
  customers: Insertable<CustomerTable>[]
  mainCustomerId: string
  emptyCustomerId: string
  /** Ordered by creation. */
  tickets: DemoTicket[]
  /** Made elsewhere, with a PDF; and those of `written`, which the portal writes itself and which are not inserted. */
  invoices: Insertable<InvoiceTable>[]
  /** Ids of the invoices that the portal writes. */
  writtenIds: ReadonlySet<string>
  /** Ordered by their time. */
  written: WrittenPlan[]
  payments: Insertable<InvoicePaymentTable>[]
  questions: InvoiceQuestionTable[]
  pdfs: DemoPdf[]
  spans: DemoSpan[]
  /** Ordered by creation. */
  requests: DemoRequest[]
}

const seed = 20_260
const firstCustomerDaysAgo = 760

const business: DemoCustomer = {
  ...emptyCustomer,
  company: demoProfile.companyName,
  firstName: 'Johanna',
  lastName: 'Brandt',
  phone: demoProfile.phone,
  website: demoProfile.website,
  email: demoProfile.email,
  street: demoProfile.address.street,
  zip: demoProfile.address.zip,
  city: demoProfile.address.city,
  vatId: demoProfile.vatId,
  note: 'Unser eigener Betrieb.',
}

/** The same rows for the same Berlin date, at any time of day. */
export function demoRows(now: Date): DemoRows {
  const random = createRandom(seed)
  const today = Date.parse(`${calendarDate(now)}T00:00:00.000Z`)
  const everybody = [business, ...demoCustomers]
  const customers = everybody.map((customer, index) =>
    customerRow(random, customer, index + 1, today - (firstCustomerDaysAgo - index) * dayMs + 9 * hourMs),
  )
  const idOf = (customer: DemoCustomer) => customers[everybody.indexOf(customer)]?.id ?? ''

  const planned = planTickets(random, today)
  const numberOf = counter()
  const entryRows = new Map<PlannedEntry, Insertable<TicketEntryTable>>()
  const tickets = planned.map(plan => {
    const year = yearOf(plan.createdAt)
    const ticket = ticketRow(random, plan, idOf(plan.customer), { year, sequence: numberOf(year) })
    for (const entry of plan.entries) {
      const row = entryRow(random, plan, entry, ticket)
      entryRows.set(entry, row)
      ticket.entries.push(row)
    }
    return ticket
  })
  const spans = [...entryRows].flatMap(([entry, row]) => spansOf(random, entry, row))
  const invoiceNumberOf = counter()
  const payments: Insertable<InvoicePaymentTable>[] = []
  const written: WrittenPlan[] = []
  const writtenIds = new Set<string>()
  const invoices = planInvoices(planned, today).map(plan => {
    const year = yearOf(plan.madeAt)
    const rows = plan.entries.flatMap(entry => entryRows.get(entry) ?? [])
    const sequence = plan.state === 'begun' ? 0 : invoiceNumberOf(year)
    const invoice = invoiceRow(random, plan, { customerId: idOf(plan.customer), year, sequence }, rows)
    for (const row of rows) row.invoice_id = invoice.id
    payments.push(...paymentRows(random, plan, invoice))
    if (isWrittenByPortal(plan, today)) {
      const entryIds = rows.map(({ id }) => id)
      const { madeAt, dueAt, paidAt, partPaidAt, notes } = plan
      const moments = { madeAt, dueAt, paidAt, partPaidAt }
      writtenIds.add(invoice.id)
      written.push({
        customerId: invoice.customer_id,
        ...moments,
        notes,
        entryIds,
        lines: [],
        vatCase: 'standard',
      })
    }
    return invoice
  })
  written.push(...writtenWithoutHours(everybody, idOf, written))
  written.sort((one, other) => one.madeAt - other.madeAt)
  const pdfs = invoices.flatMap(invoice => {
    const customer = customers.find(({ id }) => id === invoice.customer_id)
    const pdf = customer ? pdfOf(random, invoice, customer, tickets) : null
    invoice.pdf_file_id = pdf?.row.id ?? null
    return pdf ?? []
  })
  for (const [index, plan] of planned.entries()) addUp(tickets[index], plan, invoices)
  return {
    customers,
    mainCustomerId: idOf(mainCustomer),
    emptyCustomerId: idOf(emptyCustomer),
    tickets,
    invoices,
    writtenIds,
    written,
    payments,
    questions: questionRows(invoices, tickets, idOf(mainCustomer)),
    pdfs,
    spans,
    requests: requestRows({ today, tickets, idOf }),
  }
}

function customerRow(random: Random, customer: DemoCustomer, sequence: number, at: number): Insertable<CustomerTable> {
  const names = { company: customer.company, first_name: customer.firstName, last_name: customer.lastName }
  return {
    ...start(random, at),
    number: customerNumber(sequence),
    number_key: customerNumberKey(sequence),
    kind: customer.kind,
    ...names,
    name_key: nameKeyOf(names),
    phone: customer.phone,
    website: customer.website,
    email: customer.email,
    street: customer.street,
    zip: customer.zip,
    city: customer.city,
    country: 'DE',
    vat_id: customer.vatId,
    leitweg_id: customer.leitwegId,
    is_notified: 1,
    // Those two subscribe in the settings.
    has_newsletter: random.next() < 0.4 && customer !== mainCustomer && customer !== emptyCustomer ? 1 : 0,
    notified_when: sequence % 5 === 4 ? 'daily' : 'immediately',
    hourly_rate_cents: customer.hourlyRateCents,
    note: customer.note,
  }
}

function ticketRow(
  random: Random,
  plan: PlannedTicket,
  customerId: string,
  { year, sequence }: { year: number; sequence: number },
): DemoTicket {
  return {
    ...start(random, plan.createdAt),
    number: ticketNumber(year, sequence),
    number_key: ticketNumberKey(year, sequence),
    customer_id: customerId,
    name: plan.name,
    name_key: fold(plan.name),
    description: plan.description,
    progress: plan.progress,
    hourly_rate_cents: plan.customer.hourlyRateCents,
    budget_cents: null,
    invoice_notes: plan.invoiceNotes,
    invoice_state: 'none',
    entries: [],
  }
}

function entryRow(
  random: Random,
  plan: PlannedTicket,
  entry: PlannedEntry,
  ticket: DemoTicket,
): Insertable<TicketEntryTable> {
  const billed = {
    minutes: entry.minutes,
    hourly_rate_cents: plan.customer.hourlyRateCents,
    extra_cents: entry.extraCents,
  }
  return {
    ...start(random, entry.at),
    ticket_id: ticket.id,
    customer_id: ticket.customer_id,
    name: entry.name,
    description: entry.description,
    type: entry.type,
    progress: entry.progress,
    ...billed,
    extra_text: entry.extraText,
    total_cents: entryTotalCents(billed),
    date: calendarDate(new Date(entry.at)),
    created_by: entry.createdBy,
    created_by_user_id: null,
    invoice_id: null,
  }
}

/** Calculates a ticket's totals, badge, budget and last change from its entries. */
function addUp(
  ticket: DemoTicket | undefined,
  { budgetPercent }: PlannedTicket,
  invoices: readonly Insertable<InvoiceTable>[],
): void {
  if (ticket === undefined) return
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const issued = invoices.filter(invoice => invoice.state === 'issued')
  const standsOn = issued.filter(invoice => ticket.entries.some(entry => entry.invoice_id === invoice.id))
  const billed = ticket.entries.filter(entry => standsOn.some(invoice => entry.invoice_id === invoice.id))
  ticket.entries_count = ticket.entries.length
  ticket.minutes = sum(ticket.entries.map(entry => entry.minutes))
  ticket.total_cents = sum(ticket.entries.map(entry => entry.total_cents))
  ticket.billed_cents = sum(billed.map(entry => entry.total_cents))
  if (standsOn.length > 0) ticket.invoice_state = standsOn.every(({ is_paid }) => is_paid === 1) ? 'paid' : 'unpaid'
  // Budgets are round amounts; before any work, a simple one.
  if (budgetPercent !== null) {
    ticket.budget_cents = Math.max(30_000, Math.round((ticket.total_cents * budgetPercent) / 500_000) * 5_000)
  }
  ticket.updated_at =
    [ticket, ...ticket.entries]
      .map(row => row.created_at)
      .toSorted()
      .at(-1) ?? ticket.created_at
}

function start(random: Random, at: number) {
  const moment = new Date(at)
  return { id: newId(moment, random.next), created_at: instantText(moment), updated_at: instantText(moment) }
}

function yearOf(at: number): number {
  return Number(calendarDate(new Date(at)).slice(0, 4))
}

/** 1, 2, 3 … for each year. */
function counter(): (year: number) => number {
  const last = new Map<number, number>()
  return year => {
    const next = (last.get(year) ?? 0) + 1
    last.set(year, next)
    return next
  }
}
