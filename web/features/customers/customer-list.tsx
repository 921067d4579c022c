import type { Customer } from '#contract/customers.ts'
import { customerList } from '#contract/lists.ts'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatCount, formatDate } from '#web/lib/format/format.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerKindText } from './customer.labels.ts'
import { type CustomerFilter, customersQuery, loadCustomers } from './customer.query-options.ts'

/** All customers. */
export const customerListView: ListView<Customer, CustomerFilter> = {
  title: customerTexts.title,
  failed: customerTexts.listFailed,
  nothingFiltered: customerTexts.nothingFiltered,
  contract: customerList,
  query: customersQuery,
  loadPage: loadCustomers,
  rowName: customer => customer.displayName,
  columns: () => columns,
  csv: async prices => (await import('./customer-csv.ts')).customerCsv(prices),
  searchPlaceholder: () => customerTexts.searchPlaceholder,
  fields: () => fields,
}

const fields = choiceFields(customerList, customerTexts.filters)

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

/** A company's contact; a private customer's name already is a person's. */
function personBehind(customer: Customer): string {
  return customer.company === '' ? '' : `${customer.firstName} ${customer.lastName}`.trim()
}
