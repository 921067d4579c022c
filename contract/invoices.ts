/**
 * Invoices: amounts a customer has to pay. Each is a PDF made elsewhere, with its number and amounts, see decision
 * 0034.
 */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import {
  amountEur,
  calendarDate,
  id,
  idsOfPage,
  instant,
  line,
  numberProblem,
  optionalDate,
  optionalText,
} from './fields.ts'
import { storedFile } from './files.ts'
import { writtenContent } from './invoice-lines.ts'
import { invoiceQuestion } from './invoice-questions.ts'
import { invoiceEntriesMax, invoiceNumberLengthMax, noteLengthMax, taxLinesMax, taxRatePercentMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { invoiceKinds, invoiceList, invoiceStates } from './lists.ts'

export type InvoiceState = (typeof invoiceStates)[number]
export type InvoiceKind = (typeof invoiceKinds)[number]

export const invoicePermissions = [
  'update',
  'updateNotes',
  /** Of a draft that the portal writes: `…/content/` and `…/preview/`. */
  'write',
  'markPaid',
  'recordPayment',
  /** About a line or an entry. */
  'ask',
  'setPdfPassword',
  'revealPdfPassword',
  'publish',
  'cancel',
  'downloadXrechnung',
  'downloadLocked',
  'renewPdfPassword',
  'delete',
  'download',
] as const

/** One rate of value added tax: in percent, with its net amount and its tax. EUR. */
const presentedTaxLine = z.object({ rate: z.number(), base: z.number(), amount: z.number() })

/** A ticket with work on the invoice, with the sums of that work alone. */
export const invoiceTicket = z.object({
  id,
  number: z.string(),
  name: z.string(),
  entriesCount: z.int(),
  hoursCount: z.number(),
  /** EUR, net. */
  total: z.number(),
})
export type InvoiceTicket = z.output<typeof invoiceTicket>

export const invoice = z.object({
  id,
  /** null in a draft that has none yet. Unique without regard to case. */
  number: z.nullable(z.string()),
  kind: z.enum(invoiceKinds),
  state: z.enum(invoiceStates),
  paid: z.boolean(),
  paidDate: z.nullable(z.string()),
  /** Issued, not paid, and the due date has passed. */
  overdue: z.boolean(),
  issueDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  serviceFrom: z.nullable(z.string()),
  serviceTo: z.nullable(z.string()),
  customer: z.object({ id, name: z.string() }),
  /** EUR; net + all of tax = gross; negative in a cancellation. Without a tax line no tax is shown on the invoice. */
  net: z.number(),
  tax: z.array(presentedTaxLine),
  gross: z.number(),
  /** EUR: the payments so far, and gross less payments; negative when overpaid. 0 in a draft. */
  paidTotal: z.number(),
  openTotal: z.number(),
  openQuestionsCount: z.int(),
  notes: z.string(),
  hasPdfPassword: z.boolean(),
  /** The documents of the invoice: at most the PDF that was uploaded. Read at `…/pdf/`. */
  files: z.array(storedFile),
  tickets: z.array(invoiceTicket),
  permissions: z.array(z.enum(invoicePermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Invoice = z.output<typeof invoice>

/** Finished work as an invoice lists it. */
export const billableEntry = z.object({
  id,
  ticket: z.object({ id, number: z.string(), name: z.string() }),
  name: z.string(),
  date: z.string(),
  quantity: z.number(),
  hourlyRate: z.number(),
  chargedExtra: z.number(),
  /** EUR, net. */
  total: z.number(),
})
export type BillableEntry = z.output<typeof billableEntry>

/** The data of a transfer: the account as in the current business profile, the reference, and the open amount in EUR. */
const invoicePayment = z.object({
  accountHolder: z.string(),
  iban: z.string(),
  bic: z.string(),
  bankName: z.string(),
  reference: z.string(),
  amount: z.number(),
})
export type InvoicePayment = z.output<typeof invoicePayment>

/** A payment, a refund (negative), or a counter entry to another payment. */
const presentedPayment = z.object({
  id,
  /** EUR. */
  amount: z.number(),
  paidDate: z.string(),
  reason: z.string(),
  /** The payment it reverses. */
  reversesId: z.nullable(id),
  isReversed: z.boolean(),
  createdAt: instant,
})
export type PresentedPayment = z.output<typeof presentedPayment>

/** Where missing data is entered: on the draft, the customer's page, in the business profile, with the number series. */
export const missingPlaces = ['invoice', 'customer', 'business', 'numberSeries'] as const

export const missingData = z.object({
  place: z.enum(missingPlaces),
  /** Its field there, as a path: `lines.0.vatCase`. Empty where it is the place as a whole. */
  field: z.string(),
  /** A key of `validation.ts`. */
  code: z.string(),
  /** A German sentence with details the code lacks, such as a letter. */
  message: z.string(),
})
export type MissingData = z.output<typeof missingData>

const relatedInvoice = z.object({ id, number: z.nullable(z.string()), issueDate: z.nullable(z.string()) })
export type RelatedInvoice = z.output<typeof relatedInvoice>

/** An invoice as its own page needs it: with its entries, oldest first. Lists omit them. */
export const invoiceWithEntries = z.extend(invoice, {
  entries: z.array(billableEntry),
  /** In the order they were recorded. */
  payments: z.array(presentedPayment),
  /** The account for an issued, unpaid invoice; null otherwise, and while the profile has no account. */
  payment: z.nullable(invoicePayment),
  /** The invoice that this one cancels, and the one that cancels this one. */
  cancels: z.nullable(relatedInvoice),
  cancelledBy: z.nullable(relatedInvoice),
  /** Of a cancellation, and of the invoice that it cancels. */
  cancelReason: z.string(),
  /** The content of a written invoice; null for an uploaded one. */
  written: z.nullable(writtenContent),
  /** Oldest first. */
  questions: z.array(invoiceQuestion),
  /** Missing data for publishing a draft. */
  missing: z.array(missingData),
})
export type InvoiceWithEntries = z.output<typeof invoiceWithEntries>

/** A printed, searchable text: no quotes, nothing that a file name cannot hold except the slash. */
const invoiceNumber = line(invoiceNumberLengthMax).check(
  z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./_#+-]*$/u, 'invoice_number.characters'),
)

export const taxLine = z.strictObject({
  rate: z.number({ error: numberProblem }).check(
    z.minimum(0, { error: 'number.negative', abort: true }),
    z.maximum(taxRatePercentMax, 'number.too_large'),
    z.refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'number.decimals'),
  ),
  base: amountEur,
  amount: amountEur,
})

/** The full body of an invoice for PUT. Of an issued one, only `notes`, `paid` and `paidDate` may differ. */
export const invoiceInput = z.strictObject({
  customerId: id,
  number: z.union([z.literal(''), z.null(), invoiceNumber]),
  issueDate: optionalDate,
  dueDate: optionalDate,
  serviceFrom: optionalDate,
  serviceTo: optionalDate,
  net: amountEur,
  tax: z.array(taxLine).check(z.maxLength(taxLinesMax, 'too_long')),
  gross: amountEur,
  notes: optionalText(noteLengthMax),
  /** The uploaded PDF (`POST /api/backend/files/`); another one replaces it. */
  pdfFileId: z.nullable(id),
  /** All entries on the invoice; others are free again. */
  entryIds: z.array(id).check(z.maxLength(invoiceEntriesMax, 'too_long')),
  paid: z.boolean(),
  /** Today by default when it becomes paid; none when it is not. */
  paidDate: optionalDate,
})
export type InvoiceInput = z.output<typeof invoiceInput>

export const newInvoice = z.extend(z.partial(z.omit(invoiceInput, { paid: true, paidDate: true })), { customerId: id })
export type NewInvoice = z.output<typeof newInvoice>

export const invoiceQuery = listQuery(invoiceList)
export type InvoiceQuery = z.output<typeof invoiceQuery>

/** The open amount of all invoices in scope (or one customer's). EUR, gross less payments. */
export const invoiceSummary = z.object({
  unpaidTotal: z.number(),
  unpaidCount: z.int(),
  overdueTotal: z.number(),
  overdueCount: z.int(),
  /** When the next one that is not overdue is due. */
  nextDueDate: z.nullable(z.string()),
  /** 0 for a customer, who does not see drafts. */
  draftsCount: z.int(),
})
export type InvoiceSummary = z.output<typeof invoiceSummary>

export const invoices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/invoices/',
    access: 'customer',
    summary: 'Invoices, newest first unless ordered otherwise; a customer sees no drafts.',
    query: invoiceQuery,
    response: page(invoice),
  },
  create: {
    method: 'POST',
    path: '/api/backend/invoices/',
    access: 'admin',
    summary: 'Create a draft. Its entries cannot be on another invoice.',
    body: newInvoice,
    response: invoiceWithEntries,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/invoices/{id}/',
    access: 'customer',
    summary: 'One invoice with its entries.',
    response: invoiceWithEntries,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/invoices/{id}/',
    access: 'admin',
    summary: 'Replace an invoice; requires the full body. Of an issued one only notes and payment may differ.',
    body: invoiceInput,
    response: invoiceWithEntries,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/invoices/{id}/',
    access: 'admin',
    summary: 'Change parts of a draft, or notes and payment of an issued invoice.',
    body: z.partial(invoiceInput),
    response: invoiceWithEntries,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/invoices/{id}/',
    access: 'admin',
    summary: 'Delete a draft; its entries can be invoiced again.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'a draft of the business; its entries can be invoiced again',
  },
  publish: {
    method: 'POST',
    path: '/api/backend/invoices/{id}/publication/',
    access: 'admin',
    summary: 'Issue a draft: from now on the customer sees it, and it does not change any more.',
    response: invoiceWithEntries,
    conditional: true,
  },
  downloadPdf: {
    method: 'GET',
    path: '/api/backend/invoices/{id}/pdf/',
    access: 'customer',
    summary: 'The PDF of an invoice, to be saved. The download is audited.',
    response: empty,
    download: true,
  },
  summary: {
    method: 'GET',
    path: '/api/backend/invoice-summary/',
    access: 'customer',
    summary: 'Open and overdue amounts.',
    query: z.strictObject({ customer: z.optional(id) }),
    response: invoiceSummary,
  },
  billableEntries: {
    method: 'GET',
    path: '/api/backend/customer/{id}/billable-entries/',
    access: 'admin',
    summary:
      'Finished entries of a customer on no invoice, oldest first; or those of some tickets, with ids separated by commas, and of some days.',
    query: z.extend(pageQuery, {
      tickets: z.optional(idsOfPage),
      from: z.optional(calendarDate),
      to: z.optional(calendarDate),
    }),
    response: page(billableEntry),
  },
})
