import { invoicePayments } from '#contract/invoice-payments.ts'
import { invoicePdfPasswords } from '#contract/invoice-pdf-passwords.ts'
import { type InvoiceWithEntries, invoices } from '#contract/invoices.ts'
import { userOf } from '#server/auth/actor.ts'
import { calendarDate } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { getCustomer } from '#server/features/customers/customer.queries.ts'
import {
  listBillableEntries,
  listEntriesOfInvoice,
  listTicketsOfInvoices,
} from '#server/features/tickets/ticket-invoicing.queries.ts'
import { bind } from '#server/http/bind.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { changeInvoice, createInvoice, deleteInvoice } from './invoice.commands.ts'
import {
  presentBillableEntry,
  presentInvoice,
  presentInvoiceSums,
  presentInvoiceWithEntries,
} from './invoice.present.ts'
import { getInvoice, getInvoiceSums, getRelated, type InvoiceRow, withTickets } from './invoice.queries.ts'
import { downloadPdf } from './invoice-download.commands.ts'
import { listInvoices } from './invoice-list.queries.ts'
import { recordPayment, reversePayment } from './invoice-payment.commands.ts'
import { listPayments } from './invoice-payment.queries.ts'
import { revealPdfPassword, setPdfPassword } from './invoice-pdf-password.commands.ts'
import { checkShown } from './invoice-preview.commands.ts'
import { publishInvoice } from './invoice-publication.commands.ts'
import { listMissing } from './invoice-publication.queries.ts'
import { listQuestionsOf } from './invoice-question.queries.ts'
import { readWritten } from './written-invoice.queries.ts'

export const invoiceRoutes = bind('invoices', invoices, {
  list: async (context, { query }) => {
    const today = todayOf(context)
    const { count, rows } = await listInvoices(context.db, context, query, today)
    const found = await withTickets(context.db, rows)
    return { count, results: found.map(invoice => presentInvoice(context.actor, invoice, today)) }
  },
  create: async (context, { body }) => answer(context, await createInvoice(context, body)),
  get: async (context, { params }) => answer(context, await getInvoice(context.db, context, params.id)),
  replace: async (context, { params, body, revision }) =>
    answer(context, await changeInvoice(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    answer(context, await changeInvoice(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteInvoice(context, params.id, revision)
    return undefined
  },
  publish: async (context, { params, revision }) => answer(context, await publishInvoice(context, params.id, revision)),
  downloadPdf: (context, { params }) => downloadPdf(context, params.id),
  summary: async (context, { query }) =>
    presentInvoiceSums(
      await getInvoiceSums(context.db, context, { customer: query.customer, today: todayOf(context) }),
    ),
  billableEntries: async ({ db, scope }, { params, query }) => {
    const customer = await getCustomer(db, scope, params.id)
    const { count, rows } = await listBillableEntries(db, customer.row.id, query)
    return { count, results: rows.map(presentBillableEntry) }
  },
})

export const invoicePaymentRoutes = bind('invoicePayments', invoicePayments, {
  create: async (context, { params, body }) => answer(context, await recordPayment(context, params.id, body)),
  reverse: async (context, { params, body }) => answer(context, await reversePayment(context, params.id, body)),
})

export const invoicePdfPasswordRoutes = bind('invoicePdfPasswords', invoicePdfPasswords, {
  set: async (context, { params, body, revision }) =>
    answer(context, await setPdfPassword(context, params.id, body.password, revision)),
  remove: async (context, { params, revision }) => {
    await setPdfPassword(context, params.id, null, revision)
    return undefined
  },
  reveal: async (context, { params }) => ({ password: await revealPdfPassword(context, userOf(context), params.id) }),
})

/** An invoice's own page shows its entries. */
export async function answer(context: Context, row: InvoiceRow): Promise<InvoiceWithEntries> {
  const { db, actor } = context
  const today = todayOf(context)
  const check = (snapshot: InvoiceSnapshot) => checkShown(context, snapshot)
  const [tickets, entries, missing, related, written, questions, payments, { profile }] = await Promise.all([
    listTicketsOfInvoices(db, [row.id]),
    listEntriesOfInvoice(db, row.id),
    row.state === 'draft' ? listMissing(db, row, today, check) : [],
    getRelated(db, row),
    readWritten(db, row),
    listQuestionsOf(db, row.id),
    listPayments(db, row.id),
    getProfile(db),
  ])
  const parts = { entries, missing, written, related, payments, questions, account: profile }
  return presentInvoiceWithEntries(actor, { row, tickets }, parts, today)
}

function todayOf({ clock }: Pick<Context, 'clock'>): string {
  return calendarDate(clock.now())
}
