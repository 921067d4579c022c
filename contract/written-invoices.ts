/** Invoices that the portal writes itself: drafts, documents, cancellations (decisions 0071, 0072). */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'
import { line } from './fields.ts'
import { invoiceContentInput } from './invoice-lines.ts'
import { invoiceWithEntries } from './invoices.ts'
import { invoiceCancelReasonMax } from './limits.ts'
import { zeroRateCases } from './vat-cases.ts'

export const invoiceCancellation = z.strictObject({
  /** Printed on the cancellation. */
  reason: line(invoiceCancelReasonMax),
  /** For an uploaded invoice with a rate of 0 %: why there is no tax. */
  zeroRateCase: z.optional(z.enum(zeroRateCases)),
})
export type InvoiceCancellation = z.output<typeof invoiceCancellation>

export const writtenInvoices = defineEndpoints({
  replaceContent: {
    method: 'PUT',
    path: '/api/backend/invoices/{id}/content/',
    access: 'admin',
    summary: 'Replace dates, entries, lines and texts of a draft that the portal writes; requires the full body.',
    body: invoiceContentInput,
    response: invoiceWithEntries,
    conditional: true,
  },
  preview: {
    method: 'GET',
    path: '/api/backend/invoices/{id}/preview/',
    access: 'admin',
    summary:
      'The PDF of a draft as it is now, marked as a draft on each page; it is stored nowhere. Each line needs its VAT case.',
    response: empty,
    download: true,
  },
  xrechnung: {
    method: 'GET',
    path: '/api/backend/invoices/{id}/xrechnung/',
    access: 'customer',
    summary: 'The XRechnung (XML) of an issued invoice to a business or a public body. The download is audited.',
    response: empty,
    download: true,
  },
  lockedPdf: {
    method: 'GET',
    path: '/api/backend/invoices/{id}/locked-pdf/',
    access: 'customer',
    summary: 'The copy of an issued invoice that opens with its password, rendered for this download. It is audited.',
    response: empty,
    download: true,
  },
  renewPassword: {
    method: 'POST',
    path: '/api/backend/invoices/{id}/pdf-password-renewal/',
    access: 'admin',
    summary: 'Generate another password for the copies of an issued invoice; earlier copies keep theirs.',
    response: invoiceWithEntries,
    conditional: true,
    stepUp: 'always',
  },
  cancel: {
    method: 'POST',
    path: '/api/backend/invoices/{id}/cancellation/',
    access: 'admin',
    summary:
      'Cancel an issued invoice by a document of its own; its entries can be invoiced again. The answer is the cancelled invoice.',
    body: invoiceCancellation,
    response: invoiceWithEntries,
    conditional: true,
    stepUp: 'always',
  },
})
