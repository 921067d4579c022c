import type { Invoice } from '#contract/invoices.ts'
import { invoiceList } from '#contract/lists.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields, combinedField } from '#web/components/list/choice-fields.ts'
import type { ListView, Whose } from '#web/components/list/list-view.ts'
import { basisColumn } from '#web/components/table/amount-column.tsx'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDate } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { netText } from './gross-text.ts'
import { dueText, standingLooks, standingOf } from './invoice.labels.ts'
import { type InvoiceFilter, invoicesQuery, loadInvoices } from './invoice.query-options.ts'
import { partText } from './invoice-payments.labels.ts'

/** Invoices with their amounts and due dates. */
export const invoiceListView: ListView<Invoice, InvoiceFilter> = {
  title: invoiceTexts.title,
  failed: invoiceTexts.listFailed,
  nothingFiltered: invoiceTexts.nothingFiltered,
  contract: invoiceList,
  query: invoicesQuery,
  loadPage: loadInvoices,
  rowName: nameOf,
  columns: columnsOf,
  csv: async () => (await import('./invoice-csv.ts')).invoiceCsv,
  searchPlaceholder: whose =>
    whose === 'all' ? invoiceTexts.searchPlaceholder : invoiceTexts.searchPlaceholderCustomer,
  fields: whose => [
    combinedField(invoiceList, 'standing', whose === 'all' ? standings : customerStandings),
    ...choiceFields(invoiceList, { questions: invoiceTexts.questionsFilter }),
    { day: 'issueDateFrom', label: invoiceTexts.issuedFrom, to: 'issueDateTo' },
    { day: 'issueDateTo', label: invoiceTexts.issuedTo, from: 'issueDateFrom' },
    { day: 'dueDate', label: invoiceTexts.dueOn },
  ],
}

const standings = { label: invoiceTexts.columns.standing, words: invoiceTexts.standing }
/** Customers never see drafts. */
const { draft: _, ...standingsOfCustomer } = invoiceTexts.standing
const customerStandings = { ...standings, words: standingsOfCustomer }

/** An invoice's name: its number, or for a draft without one its customer. */
export function nameOf({ number, customer }: Pick<Invoice, 'number' | 'customer'>): string {
  return number ?? `${invoiceTexts.draftTitle} ${customer.name}`
}

type Column = TableColumn<Invoice>

const number: Column = {
  key: 'number',
  header: invoiceTexts.columns.number,
  cell: ({ number }) => (
    <span
      data-whole-line={isLong(number) || undefined}
      className={isLong(number) ? 'tabular wrap-anywhere' : 'tabular whitespace-nowrap'}
    >
      {number ?? invoiceTexts.withoutNumber}
    </span>
  ),
  sortable: true,
  phone: 'title',
}
/** Typed numbers have up to 36 characters: they break only where they alone are too wide. */
function isLong(number: string | null): boolean {
  return number !== null && number.length > 14
}

/** Without room for a column, the customer is in the second line. */
const numberWithCustomer: Column = {
  ...number,
  note: invoice => <span className="hidden sm:inline xl:hidden">{invoice.customer.name}</span>,
}
const customer: Column = customerColumn({ header: invoiceTexts.columns.customer, width: '16.5rem', from: 'xl' })
const standing: Column = {
  key: 'standing',
  header: invoiceTexts.columns.standing,
  cell: invoice => <StateBadge state={standingOf(invoice)} looks={standingLooks} />,
  width: '9.5rem',
  phone: 'left',
}
const issueDate: Column = {
  key: 'issueDate',
  header: invoiceTexts.columns.issueDate,
  cell: invoice => (invoice.issueDate === null ? '' : formatDate(invoice.issueDate)),
  sortable: true,
  width: '8.5rem',
  from: 'lg',
  phone: 'right',
}
const dueDate: Column = {
  key: 'dueDate',
  header: invoiceTexts.columns.dueDate,
  // On a phone the text contains it, next to the issue date.
  cell: invoice => <span className="phone:hidden">{invoice.dueDate === null ? '' : formatDate(invoice.dueDate)}</span>,
  note: invoice => dueText(invoice),
  sortable: true,
  width: '12rem',
  phone: 'left',
}
const wrapping = (text: string | null) => text && <span className="whitespace-normal">{text}</span>
const grossOf = (prices: ShownPrices): Column =>
  basisColumn<Invoice>(prices, 'gross', {
    key: 'gross',
    header: invoiceTexts.columns.gross,
    amount: invoice => invoice.gross,
    // An open part has two lines where one is too narrow.
    note: invoice => wrapping(partText(invoice) ?? netText(invoice)),
    sortable: true,
    // A credit is the longest note.
    width: '10.5rem',
  })

function columnsOf(prices: ShownPrices, whose: Whose): readonly Column[] {
  const gross = grossOf(prices)
  return whose === 'all'
    ? [numberWithCustomer, customer, standing, issueDate, dueDate, gross]
    : [number, standing, issueDate, dueDate, gross]
}
