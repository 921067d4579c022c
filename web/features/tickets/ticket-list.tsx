import { ticketList } from '#contract/lists.ts'
import type { Ticket } from '#contract/tickets.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { FilterField, ListView, Whose } from '#web/components/list/list-view.ts'
import { workColumn } from '#web/components/table/amount-column.tsx'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import { MonthFilter } from '#web/components/table/month-filter.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDate, formatHours, joinFacts } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { invoicePaidLooks, progressLooks } from './ticket.labels.ts'
import { loadTickets, type TicketFilter, ticketsQuery } from './ticket.query-options.ts'

/** Tickets with their state and totals. */
export const ticketListView: ListView<Ticket, TicketFilter> = {
  title: ticketTexts.title,
  failed: ticketTexts.listFailed,
  nothingFiltered: ticketTexts.nothingFiltered,
  contract: ticketList,
  query: ticketsQuery,
  loadPage: loadTickets,
  rowName: ticket => `${ticket.number} ${ticket.name}`,
  columns: columnsOf,
  csv: async prices => (await import('./ticket-csv.ts')).ticketCsv(prices),
  searchPlaceholder: () => ticketTexts.searchPlaceholder,
  fields: () => fields,
}

const fields: readonly FilterField<TicketFilter>[] = [
  ...choiceFields(ticketList, {
    progress: { label: ticketTexts.columns.progress, words: ticketTexts.progress },
    invoicePaid: { label: ticketTexts.columns.invoice, words: ticketTexts.invoicePaid },
    ...ticketTexts.filters,
  }),
  {
    name: 'workedIn',
    render: (month, onChange) => <MonthFilter label={ticketTexts.workedIn} value={month} onChange={onChange} />,
  },
]

type Column = TableColumn<Ticket>

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
const customer: Column = customerColumn({ header: ticketTexts.columns.customer, width: '12.5rem', from: 'xl' })
const progress: Column = {
  key: 'progress',
  header: ticketTexts.columns.progress,
  cell: ticket => <StateBadge state={ticket.progress} looks={progressLooks} />,
  width: '10rem',
  phone: 'left',
}
const invoicePaid: Column = {
  key: 'invoicePaid',
  header: ticketTexts.columns.invoice,
  cell: ticket => <StateBadge state={ticket.invoicePaid} looks={invoicePaidLooks} />,
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

function columnsOf(prices: ShownPrices, whose: Whose): readonly Column[] {
  return whose === 'all'
    ? [nameWithCustomer, customer, progress, { ...invoicePaid, from: 'lg' }, totalWithHoursOf(prices), changed]
    : [name, progress, invoicePaid, hours, totalOf(prices), changed]
}
