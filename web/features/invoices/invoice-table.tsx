import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { basisColumn } from '#web/components/table/amount-column.tsx'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDate } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { netText } from './gross-text.ts'
import { dueText } from './invoice.labels.ts'
import { InvoiceBadge } from './invoice-badge.tsx'

type PassedOn = Pick<
  DataTableProps<Invoice>,
  'rows' | 'rowActions' | 'sort' | 'onSortChange' | 'isFetching' | 'onRetry' | 'onResetFilters' | 'skeletonRows'
>

interface InvoiceTableProps extends PassedOn {
  invoiceLink: (invoice: Invoice) => LinkProps
  /** Shows the customer, for lists of several customers. */
  showCustomer?: boolean
  hasFailed?: boolean
  empty: ReactNode
}

/** One page of a list of invoices, with amounts and due dates. */
export function InvoiceTable({ invoiceLink, showCustomer = false, hasFailed = false, ...rest }: InvoiceTableProps) {
  const prices = usePrices()
  const columns = useMemo(() => columnsOf(prices, showCustomer), [prices, showCustomer])
  return (
    <DataTable
      {...rest}
      nothingFiltered={invoiceTexts.nothingFiltered}
      label={invoiceTexts.title}
      columns={columns}
      rowKey={invoice => invoice.id}
      rowName={nameOf}
      rowLink={invoiceLink}
      error={hasFailed ? invoiceTexts.listFailed : undefined}
    />
  )
}

/** An invoice's name: its number, or for a draft without one its customer. */
export function nameOf({ number, customer }: Pick<Invoice, 'number' | 'customer'>): string {
  return number ?? `${invoiceTexts.draftTitle} ${customer.name}`
}

type Column = TableColumn<Invoice>

const number: Column = {
  key: 'number',
  header: invoiceTexts.columns.number,
  cell: invoice => <span className="whitespace-nowrap tabular">{invoice.number ?? invoiceTexts.withoutNumber}</span>,
  sortable: true,
  phone: 'title',
}
/** Without room for a column, the customer is in the second line. */
const numberWithCustomer: Column = {
  ...number,
  note: invoice => <span className="hidden sm:inline xl:hidden">{invoice.customer.name}</span>,
}
const customer: Column = {
  key: 'customer',
  header: invoiceTexts.columns.customer,
  cell: invoice => <span className="wrap-anywhere block text-label">{invoice.customer.name}</span>,
  width: '17rem',
  from: 'xl',
  phone: 'left',
}
const standing: Column = {
  key: 'standing',
  header: invoiceTexts.columns.standing,
  cell: invoice => <InvoiceBadge invoice={invoice} />,
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
  width: '13rem',
  phone: 'left',
}
const grossOf = (prices: ShownPrices): Column =>
  basisColumn<Invoice>(prices, 'gross', {
    key: 'gross',
    header: invoiceTexts.columns.gross,
    amount: invoice => invoice.gross,
    note: netText,
    sortable: true,
    width: '8.5rem',
  })

function columnsOf(prices: ShownPrices, showCustomer: boolean): readonly Column[] {
  const gross = grossOf(prices)
  return showCustomer
    ? [numberWithCustomer, customer, standing, issueDate, dueDate, gross]
    : [number, standing, issueDate, dueDate, gross]
}
