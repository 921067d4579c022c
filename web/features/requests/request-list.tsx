import { requestList } from '#contract/lists.ts'
import type { Request } from '#contract/requests.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { priorityLooks, requestLooks } from './request.labels.ts'
import { loadRequests, type RequestFilter, requestsQuery } from './request.query-options.ts'

/** Requests with their priority and state. */
export const requestListView: ListView<Request, RequestFilter> = {
  title: requestTexts.title,
  failed: requestTexts.listFailed,
  nothingFiltered: requestTexts.nothingFiltered,
  contract: requestList,
  query: requestsQuery,
  loadPage: loadRequests,
  rowName: request => `${request.number} ${request.title}`,
  columns: (_, whose) => (whose === 'all' ? columnsWithCustomer : columns),
  csv: async () => (await import('./request-csv.ts')).requestCsv,
  searchPlaceholder: () => requestTexts.searchPlaceholder,
  fields: () => fields,
}

const fields = choiceFields(requestList, {
  state: { label: requestTexts.columns.state, words: requestTexts.states },
  priority: { label: requestTexts.columns.priority, words: requestTexts.priorities },
})

type Column = TableColumn<Request>

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
const customer: Column = customerColumn({
  header: requestTexts.columns.customer,
  width: '14rem',
  from: 'lg',
  phone: 'hidden',
})
const badges: readonly Column[] = [
  {
    key: 'state',
    header: requestTexts.columns.state,
    cell: request => (
      <span className="flex flex-wrap gap-2">
        <StateBadge state={request.state} looks={requestLooks} />
        {/* On a phone both are in one line, the second one labelled with its column's header. */}
        <span className="inline-flex items-center gap-2 text-small text-muted sm:hidden">
          {requestTexts.columns.priority}
          <StateBadge state={request.priority} looks={priorityLooks} />
        </span>
      </span>
    ),
    width: '10rem',
    phone: 'left',
  },
  {
    key: 'priority',
    header: requestTexts.columns.priority,
    cell: request => <StateBadge state={request.priority} looks={priorityLooks} />,
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
