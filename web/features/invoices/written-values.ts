/** The values of the form of a draft that the portal writes, and their live sums. */
import type { InvoiceContentInput, InvoiceLineInput } from '#contract/invoice-lines.ts'
import { type InvoiceSums, invoiceSums, lineNetCents } from '#contract/invoice-sums.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { formatDate, formatEur } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'

/** A draft with the content that the portal writes. */
export type WrittenDraft = InvoiceWithEntries & { written: NonNullable<InvoiceWithEntries['written']> }

export function valuesOf({ written, entries, ...invoice }: WrittenDraft): InvoiceContentInput {
  return {
    issueDate: invoice.issueDate ?? '',
    dueDate: invoice.dueDate ?? '',
    serviceFrom: invoice.serviceFrom ?? '',
    serviceTo: invoice.serviceTo ?? '',
    notes: invoice.notes,
    grouping: written.grouping,
    entryIds: entries.map(entry => entry.id),
    lines: written.lines.map(({ id, text, description, quantity, unit, unitPrice, vatCase }) => ({
      id,
      text,
      description,
      quantity,
      unit,
      unitPrice,
      vatCase,
    })),
    closingText: written.closingText,
    hasWorkRecord: written.hasWorkRecord,
    photovoltaics: written.photovoltaics,
  }
}

/** The net amount of a line in cents; null while a number is missing. */
export function netCentsOf({ quantity, unitPrice }: Pick<InvoiceLineInput, 'quantity' | 'unitPrice'>): number | null {
  if (!Number.isFinite(quantity) || !Number.isFinite(unitPrice)) return null
  return lineNetCents(scaled({ quantity, unitPrice }))
}

export interface LiveSums extends InvoiceSums {
  /** Lines without a VAT case: they count as net only. */
  undecidedCount: number
  /** False while a line lacks a number. */
  isComplete: boolean
}

/** As `invoiceSums`, with the net of lines whose VAT case is not chosen yet. */
export function liveSumsOf(lines: readonly InvoiceLineInput[]): LiveSums {
  const amounts = lines.flatMap(line => (netCentsOf(line) === null ? [] : [line]))
  const undecided = amounts.filter(line => line.vatCase === null)
  const sums = invoiceSums(
    amounts.flatMap(({ vatCase, ...line }) => (vatCase === null ? [] : [{ ...scaled(line), vatCase }])),
  )
  const undecidedCents = undecided.reduce((sum, line) => sum + (netCentsOf(line) ?? 0), 0)
  return {
    ...sums,
    netCents: sums.netCents + undecidedCents,
    grossCents: sums.grossCents + undecidedCents,
    undecidedCount: undecided.length,
    isComplete: amounts.length === lines.length,
  }
}

function scaled({ quantity, unitPrice }: Pick<InvoiceLineInput, 'quantity' | 'unitPrice'>) {
  return { quantityMilli: Math.round(quantity * 1_000), unitPriceE4: Math.round(unitPrice * 10_000) }
}

const form = invoiceTexts.form
const texts = writtenInvoiceTexts

/** The fields to compare two versions by. */
export const shownWrittenFields = [
  { label: form.issueDate, show: ({ issueDate }: InvoiceContentInput) => dateText(issueDate) },
  { label: form.dueDate, show: ({ dueDate }: InvoiceContentInput) => dateText(dueDate) },
  { label: form.serviceFrom, show: ({ serviceFrom }: InvoiceContentInput) => dateText(serviceFrom) },
  { label: form.serviceTo, show: ({ serviceTo }: InvoiceContentInput) => dateText(serviceTo) },
  { label: texts.work.grouping, show: ({ grouping }: InvoiceContentInput) => texts.groupings[grouping] },
  { label: texts.work.title, show: ({ entryIds }: InvoiceContentInput) => form.entriesCount(entryIds.length) },
  {
    label: texts.lines.title,
    show: ({ lines }: InvoiceContentInput) =>
      lines.map(line => `${line.text}: ${formatEur((netCentsOf(line) ?? 0) / 100)}`).join('; '),
  },
  { label: texts.content.closingText, show: ({ closingText }: InvoiceContentInput) => closingText },
  { label: texts.content.notes, show: ({ notes }: InvoiceContentInput) => notes },
]

function dateText(date: string | null): string {
  return date ? formatDate(date) : ''
}
