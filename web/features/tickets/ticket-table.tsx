import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { basisWord } from '#contract/texts/prices.texts.ts'
import type { Ticket } from '#contract/tickets.ts'
import { workColumn } from '#web/components/table/amount-column.tsx'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDate, formatHours, joinFacts } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { ProgressBadge } from './progress-badge.tsx'
import { invoicePaidText, progressText } from './ticket.labels.ts'
import { InvoiceBadge } from './ticket-invoice-badge.tsx'

type PassedOn = Pick<
  DataTableProps<Ticket>,
  | 'rows'
  | 'rowActions'
  | 'rowButton'
  | 'sort'
  | 'onSortChange'
  | 'selection'
  | 'isFetching'
  | 'onRetry'
  | 'onResetFilters'
  | 'skeletonRows'
>

interface TicketTableProps extends PassedOn {
  ticketLink: (ticket: Ticket) => LinkProps
  /** Shows the customer, for lists of several customers. */
  showCustomer?: boolean
  hasFailed?: boolean
  empty: ReactNode
}

/** One page of a list of tickets, with their state and totals. */
export function TicketTable({ ticketLink, showCustomer = false, hasFailed = false, ...rest }: TicketTableProps) {
  const prices = usePrices()
  const columns = useMemo(() => columnsOf(prices, showCustomer), [prices, showCustomer])
  return (
    <DataTable
      {...rest}
      nothingFiltered={ticketTexts.nothingFiltered}
      label={ticketTexts.title}
      columns={columns}
      rowKey={ticket => ticket.id}
      rowName={ticket => `${ticket.number} ${ticket.name}`}
      rowLink={ticketLink}
      error={hasFailed ? ticketTexts.listFailed : undefined}
    />
  )
}

type Column = TableColumn<Ticket>

const { csv } = ticketTexts

const name: Column = {
  key: 'name',
  header: ticketTexts.columns.ticket,
  cell: ticket => ticket.name,
  note: ticket => ticket.number,
  sortable: true,
  phone: 'title',
}
/** Without room for a column, the customer is in the second line. */
const nameWithCustomer: Column = {
  ...name,
  note: ticket => (
    <>
      {ticket.number}
      <span className="hidden sm:inline xl:hidden">{`\u00a0· ${ticket.customer.name}`}</span>
    </>
  ),
}
const customer: Column = {
  key: 'customer',
  header: ticketTexts.columns.customer,
  cell: ticket => <span className="wrap-anywhere block text-label">{ticket.customer.name}</span>,
  width: '12.5rem',
  from: 'xl',
  phone: 'left',
}
const progress: Column = {
  key: 'progress',
  header: ticketTexts.columns.progress,
  cell: ticket => <ProgressBadge progress={ticket.progress} />,
  width: '10rem',
  phone: 'left',
}
const invoicePaid: Column = {
  key: 'invoicePaid',
  header: ticketTexts.columns.invoice,
  cell: ticket => <InvoiceBadge invoicePaid={ticket.invoicePaid} />,
  width: '9.75rem',
  phone: 'left',
  phoneLabel: ticketTexts.columns.invoice,
}
const hours: Column = {
  key: 'hoursCount',
  header: ticketTexts.columns.hours,
  cell: ticket => formatHours(ticket.hoursCount),
  align: 'end',
  sortable: true,
  width: '7rem',
  from: 'md',
  phone: 'right',
  phoneSuffix: ticketTexts.hoursUnit,
}
const totalOf = (prices: ShownPrices): Column =>
  workColumn(prices, {
    key: 'total',
    header: ticketTexts.columns.total,
    amount: ticket => ticket.total,
    sortable: true,
    width: '9rem',
  })
/** With the customer there is no room for a column of hours. */
const totalWithHoursOf = (prices: ShownPrices): Column => ({
  ...totalOf(prices),
  note: ticket => joinFacts([prices.netBeside(ticket.total), ticketTexts.hoursShort(ticket.hoursCount)]),
  alsoSorts: { key: hours.key, header: hours.header },
})
const changed: Column = {
  key: 'updatedAt',
  header: ticketTexts.columns.changed,
  cell: ticket => formatDate(ticket.updatedAt),
  sortable: true,
  width: '8.25rem',
  from: 'lg',
  phone: 'right',
}

function columnsOf(prices: ShownPrices, showCustomer: boolean): readonly Column[] {
  return showCustomer
    ? [nameWithCustomer, customer, progress, { ...invoicePaid, from: 'lg' }, totalWithHoursOf(prices), changed]
    : [name, progress, invoicePaid, hours, totalOf(prices), changed]
}

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
