import type { Invoice } from '#contract/invoices.ts'
import { withBasis } from '#contract/texts/prices.texts.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { standingOf } from './invoice.labels.ts'

const { columns, csv } = invoiceTexts

/** CSV columns of invoices. */
export const invoiceCsv: readonly CsvColumn<Invoice>[] = [
  { header: columns.number, kind: 'text', value: invoice => invoice.number ?? '' },
  { header: csv.kind, kind: 'text', value: invoice => invoiceTexts.kinds[invoice.kind] },
  { header: columns.customer, kind: 'text', value: invoice => invoice.customer.name },
  { header: columns.standing, kind: 'text', value: invoice => invoiceTexts.standing[standingOf(invoice)] },
  { header: columns.issueDate, kind: 'date', value: invoice => invoice.issueDate },
  { header: columns.dueDate, kind: 'date', value: invoice => invoice.dueDate },
  { header: csv.paidDate, kind: 'date', value: invoice => invoice.paidDate },
  { header: csv.serviceFrom, kind: 'date', value: invoice => invoice.serviceFrom },
  { header: csv.serviceTo, kind: 'date', value: invoice => invoice.serviceTo },
  { header: csv.net, kind: 'eur', value: invoice => invoice.net },
  { header: csv.tax, kind: 'eur', value: invoice => invoice.gross - invoice.net },
  { header: csv.gross, kind: 'eur', value: invoice => invoice.gross },
  { header: withBasis(csv.paid, 'gross'), kind: 'eur', value: invoice => invoice.paidTotal },
  { header: withBasis(csv.open, 'gross'), kind: 'eur', value: invoice => invoice.openTotal },
  { header: csv.openQuestions, kind: 'count', value: invoice => invoice.openQuestionsCount },
  { header: csv.notes, kind: 'text', value: invoice => invoice.notes },
]
