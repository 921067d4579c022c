/** The values of a draft's form and their mapping to the API. */
import * as z from 'zod/mini'
import { storedFile } from '#contract/files.ts'
import { type InvoiceWithEntries, invoiceInput } from '#contract/invoices.ts'
import type { InvoiceChange } from './invoice.mutations.ts'
import { sumsOf } from './proposed-amounts.ts'

const { number, issueDate, dueDate, serviceFrom, serviceTo, net, tax, notes, entryIds } = invoiceInput.shape

export const draftSchema = z.strictObject({
  customerId: z.string('required').check(z.minLength(1, 'required')),
  number,
  issueDate,
  dueDate,
  serviceFrom,
  serviceTo,
  /** Used if no tax is shown. */
  net,
  tax,
  notes,
  /** Named like the API's field, so its errors appear here; contains the file itself, at most one. */
  pdfFileId: z.array(storedFile),
  entryIds,
})
export type DraftValues = z.output<typeof draftSchema>

export function valuesOf(invoice: InvoiceWithEntries): DraftValues {
  return {
    customerId: invoice.customer.id,
    number: invoice.number ?? '',
    issueDate: invoice.issueDate ?? '',
    dueDate: invoice.dueDate ?? '',
    serviceFrom: invoice.serviceFrom ?? '',
    serviceTo: invoice.serviceTo ?? '',
    net: invoice.tax.length === 0 ? invoice.net : 0,
    tax: invoice.tax,
    notes: invoice.notes,
    pdfFileId: invoice.files,
    entryIds: invoice.entries.map(entry => entry.id),
  }
}

export function bodyOf(values: DraftValues): InvoiceChange {
  const { pdfFileId, ...rest } = values
  const sums = sumsOf(values)
  return { ...rest, net: sums.net, gross: sums.gross, pdfFileId: pdfFileId[0]?.id ?? null }
}
