/** The rows of the demo's planned invoices: numbers, dates and amounts. */
import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { calendarDate, instantText } from '#server/clock.ts'
import type {
  CustomerTable,
  InvoicePaymentTable,
  InvoiceTable,
  TicketEntryTable,
  TicketTable,
} from '#server/database/business-tables.ts'
import { foldNumber } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import { dateKey, taxOn } from '#server/features/invoices/invoice.rules.ts'
import type { Random } from './demo-random.ts'
import { invoicePdf } from './invoice-pdf.ts'
import type { PlannedInvoice } from './plan-invoices.ts'

export type DemoTicket = Insertable<TicketTable> & { entries: Insertable<TicketEntryTable>[] }

/** A file without its uploader, who is known once the users exist. */
export type DemoPdf = { row: Omit<FileTable, 'uploaded_by_user_id'>; content: Uint8Array }

/** 19 %, the business's only tax rate. */
const rate = 1_900

/** `sequence` is the number within the year; an incomplete draft has none yet. */
export function invoiceRow(
  random: Random,
  plan: PlannedInvoice,
  { customerId, year, sequence }: { customerId: string; year: number; sequence: number },
  entries: readonly Insertable<TicketEntryTable>[],
): Insertable<InvoiceTable> {
  const isBegun = plan.state === 'begun'
  const dateOf = (at: number) => calendarDate(new Date(at))
  // The next number of the series is only given when it is issued; this one is from another program.
  const form = plan.state === 'ready' ? 'Extern' : 'RE'
  const number = isBegun ? null : `${form}-${year}-${String(sequence).padStart(5, '0')}`
  const dates = { issue_date: isBegun ? null : dateOf(plan.madeAt), due_date: isBegun ? null : dateOf(plan.dueAt) }
  const worked = entries.map(entry => entry.date).toSorted()
  const net = entries.reduce((sum, entry) => sum + entry.total_cents, 0)
  const tax = taxOn(net, rate)
  const part = plan.partPaidAt === null ? 0 : Math.round((net + tax) / 3)
  const created = new Date(plan.madeAt)
  return {
    id: newId(created, random.next),
    number,
    number_key: number === null ? '' : foldNumber(number),
    customer_id: customerId,
    state: plan.state === 'issued' ? 'issued' : 'draft',
    is_paid: plan.paidAt === null ? 0 : 1,
    paid_on: plan.paidAt === null ? null : dateOf(plan.paidAt),
    ...dates,
    issue_key: dateKey(dates.issue_date),
    due_key: dateKey(dates.due_date),
    service_from: worked.at(0) ?? null,
    service_to: worked.at(-1) ?? null,
    net_cents: net,
    tax_cents: tax,
    tax_lines: JSON.stringify([{ rate, base_cents: net, amount_cents: tax }]),
    gross_cents: net + tax,
    paid_cents: plan.paidAt === null ? part : net + tax,
    notes: plan.notes,
    pdf_file_id: null,
    created_at: instantText(created),
    updated_at: instantText(plan.paidAt === null ? created : new Date(plan.paidAt)),
  }
}

/** The payments of an invoice: none, a first part, all at once, or in two parts. */
export function paymentRows(
  random: Random,
  { partPaidAt, paidAt }: PlannedInvoice,
  { id, gross_cents }: Insertable<InvoiceTable>,
): Insertable<InvoicePaymentTable>[] {
  const part = partPaidAt === null ? 0 : Math.round(gross_cents / 3)
  const paid = (at: number | null, amount_cents: number) =>
    at === null
      ? []
      : [
          {
            id: newId(new Date(at), random.next),
            invoice_id: id,
            amount_cents,
            paid_on: calendarDate(new Date(at)),
            reason: '',
            reverses_id: null,
            created_at: instantText(new Date(at)),
          },
        ]
  return [...paid(partPaidAt, part), ...paid(paidAt, gross_cents - part)]
}

/** The document of an invoice with a number, as a file: one line per ticket. */
export function pdfOf(
  random: Random,
  invoice: Insertable<InvoiceTable>,
  customer: Insertable<CustomerTable>,
  tickets: readonly DemoTicket[],
): DemoPdf | null {
  if (!invoice.number) return null
  const lines = tickets.flatMap(ticket => {
    const entries = ticket.entries.filter(entry => entry.invoice_id === invoice.id)
    const cents = entries.reduce((sum, entry) => sum + entry.total_cents, 0)
    return entries.length === 0 ? [] : [{ text: `${ticket.number}   ${ticket.name}`, cents }]
  })
  const content = invoicePdf(invoice, customer, lines)
  return {
    row: {
      id: newId(new Date(invoice.created_at), random.next),
      customer_id: customer.id,
      name: `Rechnung_${invoice.number}.pdf`,
      media_type: 'application/pdf',
      size_bytes: content.length,
      sha256: hash('sha256', content),
      state: 'attached',
      created_at: invoice.created_at,
    },
    content,
  }
}
