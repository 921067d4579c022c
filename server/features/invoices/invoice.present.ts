import type { BusinessProfileInput } from '#contract/business-profile.ts'
import type { StoredFile } from '#contract/files.ts'
import type { WrittenContent } from '#contract/invoice-lines.ts'
import { isOverdue } from '#contract/invoice-overdue.ts'
import type {
  BillableEntry,
  Invoice,
  InvoicePayment,
  InvoiceSummary,
  InvoiceTicket,
  InvoiceWithEntries,
  MissingData,
  PresentedPayment,
} from '#contract/invoices.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import type { BillableRow, InvoicedTicket } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { presentFile } from '#server/files/present-file.ts'
import { eurOf, hoursOf } from '#server/units.ts'
import { invoicePermissionsOf } from './invoice.policy.ts'
import {
  type FoundInvoice,
  type InvoiceRow,
  type InvoiceSums,
  type RelatedInvoices,
  taxLinesOf,
} from './invoice.queries.ts'
import { openCentsOf } from './invoice.rules.ts'
import type { StoredPayment } from './invoice-payment.rules.ts'
import { presentQuestion } from './invoice-question.present.ts'
import type { QuestionRow } from './invoice-question.queries.ts'

/** `today` is the date in Berlin: whether an invoice is overdue depends on it. */
export function presentInvoice(actor: Actor, { row, tickets }: FoundInvoice, today: string): Invoice {
  // A cancellation stores the amounts of its original (decision 0073).
  const isCancellation = row.kind === 'cancellation'
  const signedEurOf = (cents: number) => (isCancellation ? 0 - eurOf(cents) : eurOf(cents))
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    paid: row.is_paid === 1,
    paidDate: isCancellation ? null : row.paid_on,
    overdue: isOverdue({ state: row.state, isPaid: row.is_paid === 1, dueDate: row.due_date }, today),
    issueDate: row.issue_date,
    dueDate: isCancellation ? null : row.due_date,
    serviceFrom: row.service_from,
    serviceTo: row.service_to,
    customer: { id: row.customer_id, name: displayNameOf(row) },
    net: signedEurOf(row.net_cents),
    tax: taxLinesOf(row).map(line => ({
      rate: line.rate / 100,
      base: signedEurOf(line.base_cents),
      amount: signedEurOf(line.amount_cents),
    })),
    gross: signedEurOf(row.gross_cents),
    paidTotal: eurOf(row.paid_cents),
    openTotal: eurOf(openCentsOf(row)),
    openQuestionsCount: row.open_questions_count,
    notes: row.notes,
    hasPdfPassword: row.has_pdf_password === 1,
    files: filesOf(row),
    tickets: tickets.map(presentTicketOfInvoice),
    permissions: invoicePermissionsOf(actor, {
      state: row.state,
      kind: row.kind,
      hasPdf: row.pdf_file_id !== null,
      hasPdfPassword: row.has_pdf_password === 1,
      hasXrechnung: row.has_xrechnung === 1,
      hasPayment: row.paid_cents > 0,
    }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type InvoiceDetails = {
  entries: readonly BillableRow[]
  missing: readonly MissingData[]
  written: WrittenContent | null
  related: RelatedInvoices
  payments: readonly StoredPayment[]
  questions: readonly QuestionRow[]
  account: Account
}

/** The bank account of the business; without an IBAN there is none. */
export type Account = Pick<BusinessProfileInput, 'accountHolder' | 'companyName' | 'iban' | 'bic' | 'bankName'>

export function presentInvoiceWithEntries(
  actor: Actor,
  found: FoundInvoice,
  { entries, missing, written, related, payments, questions, account }: InvoiceDetails,
  today: string,
): InvoiceWithEntries {
  return {
    ...presentInvoice(actor, found, today),
    entries: entries.map(presentBillableEntry),
    payments: presentPayments(payments),
    payment: presentTransfer(found.row, account),
    ...related,
    written,
    questions: questions.map(question => presentQuestion(actor, question)),
    missing: [...missing],
  }
}

function presentPayments(payments: readonly StoredPayment[]): PresentedPayment[] {
  const reversed = new Set(payments.map(payment => payment.reverses_id))
  return payments.map(payment => ({
    id: payment.id,
    amount: eurOf(payment.amount_cents),
    paidDate: payment.paid_on,
    reason: payment.reason,
    reversesId: payment.reverses_id,
    isReversed: reversed.has(payment.id),
    createdAt: payment.created_at,
  }))
}

function presentTransfer(row: InvoiceRow, account: Account): InvoicePayment | null {
  if (row.state !== 'issued' || row.is_paid === 1 || account.iban === '') return null
  return {
    accountHolder: account.accountHolder || account.companyName,
    iban: account.iban,
    bic: account.bic,
    bankName: account.bankName,
    reference: row.number ?? '',
    amount: eurOf(openCentsOf(row)),
  }
}

function filesOf({ pdf_file_id, pdf_name, pdf_media_type, pdf_size_bytes }: InvoiceRow): StoredFile[] {
  if (pdf_file_id === null || pdf_name === null || pdf_media_type === null || pdf_size_bytes === null) return []
  return [presentFile({ id: pdf_file_id, name: pdf_name, media_type: pdf_media_type, size_bytes: pdf_size_bytes })]
}

function presentTicketOfInvoice(ticket: InvoicedTicket): InvoiceTicket {
  return {
    id: ticket.id,
    number: ticket.number,
    name: ticket.name,
    entriesCount: ticket.entries_count,
    hoursCount: hoursOf(ticket.minutes),
    total: eurOf(ticket.total_cents),
  }
}

export function presentBillableEntry(row: BillableRow): BillableEntry {
  return {
    id: row.id,
    ticket: { id: row.ticket_id, number: row.ticket_number, name: row.ticket_name },
    name: row.name,
    date: row.date,
    quantity: hoursOf(row.minutes),
    hourlyRate: eurOf(row.hourly_rate_cents),
    chargedExtra: eurOf(row.extra_cents),
    total: eurOf(row.total_cents),
  }
}

export function presentInvoiceSums({ sums, draftsCount }: { sums: InvoiceSums; draftsCount: number }): InvoiceSummary {
  return {
    unpaidTotal: eurOf(sums.unpaid_cents),
    unpaidCount: sums.unpaid_count,
    overdueTotal: eurOf(sums.overdue_cents),
    overdueCount: sums.overdue_count,
    nextDueDate: sums.next_due_date,
    draftsCount,
  }
}
