import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Request } from '#contract/requests.ts'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { priorityText, stateText } from './request.labels.ts'
import { PriorityBadge, RequestStateBadge } from './request-badges.tsx'

type PassedOn = Pick<
  DataTableProps<Request>,
  'rows' | 'rowActions' | 'sort' | 'onSortChange' | 'isFetching' | 'onRetry' | 'onResetFilters' | 'skeletonRows'
>

interface RequestTableProps extends PassedOn {
  requestLink: (request: Request) => LinkProps
  /** Shows the customer, for lists of several customers. */
  showCustomer?: boolean
  hasFailed?: boolean
  empty: ReactNode
}

/** One page of a list of requests, with priority and state. */
export function RequestTable({ requestLink, showCustomer = false, hasFailed = false, ...rest }: RequestTableProps) {
  return (
    <DataTable
      {...rest}
      nothingFiltered={requestTexts.nothingFiltered}
      label={requestTexts.title}
      columns={showCustomer ? columnsWithCustomer : columns}
      rowKey={request => request.id}
      rowName={request => `${request.number} ${request.title}`}
      rowLink={requestLink}
      error={hasFailed ? requestTexts.listFailed : undefined}
    />
  )
}

type Column = TableColumn<Request>

const { csv } = requestTexts

const title: Column = {
  key: 'title',
  header: requestTexts.columns.request,
  cell: request => request.title,
  note: request => request.number,
  sortable: true,
  phone: 'title',
}
/** Without room for a column, the customer is in the second line. */
const titleWithCustomer: Column = {
  ...title,
  note: request => (
    <>
      {request.number}
      <span className="lg:hidden">{`\u00a0· ${request.customer.name}`}</span>
    </>
  ),
}
const customer: Column = {
  key: 'customer',
  header: requestTexts.columns.customer,
  cell: request => <span className="wrap-anywhere block text-label">{request.customer.name}</span>,
  width: '14rem',
  from: 'lg',
  phone: 'hidden',
}
const badges: readonly Column[] = [
  {
    key: 'state',
    header: requestTexts.columns.state,
    cell: request => (
      <span className="flex flex-wrap gap-2">
        <RequestStateBadge state={request.state} />
        {/* On a phone both are in one line, the second one labelled with its column's header. */}
        <span className="inline-flex items-center gap-2 text-small text-muted sm:hidden">
          {requestTexts.columns.priority}
          <PriorityBadge priority={request.priority} />
        </span>
      </span>
    ),
    width: '10rem',
    phone: 'left',
  },
  {
    key: 'priority',
    header: requestTexts.columns.priority,
    cell: request => <PriorityBadge priority={request.priority} />,
    sortable: true,
    width: '8.5rem',
    phone: 'hidden',
  },
]
const created: Column = {
  key: 'createdAt',
  header: requestTexts.columns.created,
  cell: request => formatDate(request.createdAt),
  sortable: true,
  width: '8.25rem',
  from: 'md',
  phone: 'right',
}
const changed: Column = {
  key: 'updatedAt',
  header: requestTexts.columns.changed,
  cell: request => formatDate(request.updatedAt),
  sortable: true,
  width: '8.25rem',
  from: 'lg',
  phone: 'hidden',
}

const columns: readonly Column[] = [title, ...badges, created, changed]
/** With the customer, both dates fit on a wide screen only. */
const columnsWithCustomer: readonly Column[] = [
  titleWithCustomer,
  customer,
  ...badges,
  { ...created, from: 'xl' },
  { ...changed, from: 'md' },
]

/** CSV columns. */
export const requestCsv: readonly CsvColumn<Request>[] = [
  { header: csv.number, kind: 'text', value: request => request.number },
  { header: requestTexts.columns.request, kind: 'text', value: request => request.title },
  { header: csv.description, kind: 'text', value: request => request.description },
  { header: requestTexts.columns.customer, kind: 'text', value: request => request.customer.name },
  { header: requestTexts.columns.state, kind: 'text', value: request => stateText(request.state) },
  { header: requestTexts.columns.priority, kind: 'text', value: request => priorityText(request.priority) },
  { header: csv.ticket, kind: 'text', value: request => request.ticket?.number ?? '' },
  { header: csv.answer, kind: 'text', value: request => request.answer },
  { header: csv.answered, kind: 'date', value: request => request.answeredAt },
  { header: csv.attachments, kind: 'count', value: request => request.attachments.length },
  { header: requestTexts.columns.created, kind: 'date', value: request => request.createdAt },
  { header: requestTexts.columns.changed, kind: 'date', value: request => request.updatedAt },
]
