import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Customer } from '#contract/customers.ts'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatCount, formatCountry, formatDate } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerKindText } from './customer.labels.ts'

type PassedOn = Pick<
  DataTableProps<Customer>,
  'rows' | 'sort' | 'onSortChange' | 'isFetching' | 'onRetry' | 'onResetFilters' | 'skeletonRows'
>

interface CustomerTableProps extends PassedOn {
  customerLink: (customer: Customer) => LinkProps
  hasFailed: boolean
  empty: ReactNode
}

/** One page of a list of customers. */
export function CustomerTable({ customerLink, hasFailed, ...rest }: CustomerTableProps) {
  return (
    <DataTable
      {...rest}
      nothingFiltered={customerTexts.nothingFiltered}
      label={customerTexts.title}
      columns={columns}
      rowKey={customer => customer.id}
      rowName={customer => customer.displayName}
      rowLink={customerLink}
      error={hasFailed ? customerTexts.listFailed : undefined}
    />
  )
}

const { csv } = customerTexts

const columns: readonly TableColumn<Customer>[] = [
  {
    key: 'name',
    header: customerTexts.columns.name,
    cell: customer => customer.displayName,
    note: customer => [customer.number, personBehind(customer)].filter(Boolean).join(' · '),
    sortable: true,
    phone: 'title',
  },
  {
    key: 'kind',
    header: customerTexts.columns.kind,
    cell: customer => customerKindText(customer.kind),
    width: '8rem',
    from: 'md',
    phone: 'left',
  },
  {
    key: 'place',
    header: customerTexts.columns.place,
    cell: customer => customer.address.city,
    width: '9.5rem',
    phone: 'left',
  },
  {
    key: 'email',
    header: customerTexts.columns.email,
    cell: customer => (
      <span className="text-label">
        <EmailText email={customer.email} />
      </span>
    ),
    width: '17.5rem',
    from: 'lg',
    phone: 'left',
  },
  {
    key: 'tickets',
    header: customerTexts.columns.tickets,
    cell: customer => formatCount(customer.ticketsCount),
    align: 'end',
    width: '6rem',
    phone: 'right',
    phoneSuffix: customerTexts.columns.tickets,
  },
  {
    key: 'createdAt',
    header: customerTexts.columns.createdAt,
    cell: customer => formatDate(customer.createdAt),
    sortable: true,
    width: '8.5rem',
    from: 'md',
    phone: 'hidden',
  },
]

/** CSV columns. */
export const customerCsv = ({ label }: ShownPrices): readonly CsvColumn<Customer>[] => [
  { header: csv.number, kind: 'text', value: customer => customer.number },
  { header: csv.kind, kind: 'text', value: customer => customerKindText(customer.kind) },
  { header: csv.company, kind: 'text', value: customer => customer.company },
  { header: csv.firstName, kind: 'text', value: customer => customer.firstName },
  { header: csv.lastName, kind: 'text', value: customer => customer.lastName },
  { header: csv.street, kind: 'text', value: customer => customer.address.street },
  { header: csv.zip, kind: 'text', value: customer => customer.address.zip },
  { header: csv.city, kind: 'text', value: customer => customer.address.city },
  { header: csv.country, kind: 'text', value: customer => formatCountry(customer.address.country) },
  { header: csv.phone, kind: 'text', value: customer => customer.phone },
  { header: csv.email, kind: 'text', value: customer => customer.email },
  { header: csv.website, kind: 'text', value: customer => customer.website },
  { header: csv.vatId, kind: 'text', value: customer => customer.vatId },
  { header: csv.leitwegId, kind: 'text', value: customer => customer.leitwegId },
  { header: label(csv.hourlyRate, 'net'), kind: 'eur', value: customer => customer.hourlyRate },
  { header: customerTexts.columns.tickets, kind: 'count', value: customer => customer.ticketsCount },
  { header: customerTexts.columns.createdAt, kind: 'date', value: customer => customer.createdAt },
  { header: csv.note, kind: 'text', value: customer => customer.note ?? '' },
]

/** A company's contact; a private customer's name already is a person's. */
function personBehind(customer: Customer): string {
  return customer.company === '' ? '' : `${customer.firstName} ${customer.lastName}`.trim()
}
