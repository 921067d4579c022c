/** The fields of a draft for comparing two versions. */
import { formatDate, formatEur } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import type { DraftValues } from './draft-values.ts'
import { sumsOf } from './proposed-amounts.ts'

const texts = invoiceTexts.form

export const shownFields = [
  { label: texts.number, show: ({ number }: DraftValues) => number ?? '' },
  { label: texts.pdf, show: ({ pdfFileId }: DraftValues) => pdfFileId[0]?.name ?? '' },
  { label: texts.issueDate, show: ({ issueDate }: DraftValues) => dateText(issueDate) },
  { label: texts.dueDate, show: ({ dueDate }: DraftValues) => dateText(dueDate) },
  { label: texts.serviceFrom, show: ({ serviceFrom }: DraftValues) => dateText(serviceFrom) },
  { label: texts.serviceTo, show: ({ serviceTo }: DraftValues) => dateText(serviceTo) },
  { label: texts.netSum, show: (values: DraftValues) => formatEur(sumsOf(values).net) },
  { label: texts.taxSum, show: (values: DraftValues) => formatEur(sumsOf(values).tax) },
  { label: invoiceTexts.entries.title, show: ({ entryIds }: DraftValues) => texts.entriesCount(entryIds.length) },
  { label: texts.notes, show: ({ notes }: DraftValues) => notes },
]

function dateText(date: string | null): string {
  return date ? formatDate(date) : ''
}
