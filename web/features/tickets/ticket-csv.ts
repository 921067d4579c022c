import { basisWord } from '#contract/texts/prices.texts.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { invoicePaidText, progressText } from './ticket.labels.ts'

const { csv } = ticketTexts

/** CSV columns, in net amounts. */
export const ticketCsv = ({ label }: ShownPrices): readonly CsvColumn<Ticket>[] => [
  { header: csv.number, kind: 'text', value: ticket => ticket.number },
  { header: ticketTexts.columns.ticket, kind: 'text', value: ticket => ticket.name },
  { header: ticketTexts.columns.customer, kind: 'text', value: ticket => ticket.customer.name },
  { header: ticketTexts.columns.progress, kind: 'text', value: ticket => progressText(ticket.progress) },
  { header: ticketTexts.columns.invoice, kind: 'text', value: ticket => invoicePaidText(ticket.invoicePaid) },
  { header: ticketTexts.columns.hours, kind: 'hours', value: ticket => ticket.hoursCount },
  { header: label(csv.total, 'net'), kind: 'eur', value: ticket => ticket.total },
  { header: label(csv.billed, 'net'), kind: 'eur', value: ticket => ticket.billedTotal },
  { header: label(csv.open, 'net'), kind: 'eur', value: ticket => ticket.openTotal },
  { header: csv.budget, kind: 'eur', value: ticket => ticket.budget },
  {
    header: csv.budgetBasis,
    kind: 'text',
    value: ticket => (ticket.budget === null ? '' : basisWord(ticket.budgetBasis)),
  },
  { header: csv.entries, kind: 'count', value: ticket => ticket.entriesCount },
  { header: csv.created, kind: 'date', value: ticket => ticket.createdAt },
  { header: ticketTexts.columns.changed, kind: 'date', value: ticket => ticket.updatedAt },
]
