import { serviceList } from '#contract/lists.ts'
import type { Service } from '#contract/services.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { KindIcon } from './kind-icon.tsx'
import { heardText, isWatchable, kindText, placeText, serviceLooks } from './service.labels.ts'
import { loadServices, type ServiceFilter, servicesQuery, usualOrdering } from './service.query-options.ts'

/** Services of all kinds with their state. */
export const serviceListView: ListView<Service, ServiceFilter> = {
  title: serviceTexts.title,
  failed: serviceTexts.listFailed,
  nothingFiltered: serviceTexts.nothingFiltered,
  contract: serviceList,
  query: filter => servicesQuery(ordered(filter)),
  loadPage: (filter, signal) => loadServices(ordered(filter), signal),
  usualOrdering,
  rowName: service => service.name,
  columns: (_, whose) => (whose === 'all' ? columnsWithCustomer : columns),
  csv: async () => (await import('./service-csv.ts')).serviceCsv,
  searchPlaceholder: whose => (whose === 'all' ? serviceTexts.searchPlaceholder : serviceTexts.searchPlaceholderOwn),
  fields: () => fields,
}

const fields = choiceFields(serviceList, {
  type: { label: serviceTexts.columns.kind, words: serviceTexts.kinds },
  state: { label: serviceTexts.columns.state, words: serviceTexts.stateFilter },
  certificate: { label: serviceTexts.certificateFilter, words: { expiring: serviceTexts.certificateExpiring } },
})

/** Applies the default order, which differs from the API's. */
function ordered({ ordering = usualOrdering, ...filter }: ServiceFilter): ServiceFilter {
  return { ...filter, ordering }
}

type Column = TableColumn<Service>

const name: Column = {
  key: 'name',
  header: serviceTexts.columns.name,
  cell: service => service.name,
  note: placeText,
  sortable: true,
  phone: 'title',
}
/** Without room for a column, the customer is in the second line. */
const nameWithCustomer: Column = {
  ...name,
  note: service => (
    <>
      {placeText(service)}
      <span className="hidden sm:inline lg:hidden">
        {placeText(service) ? ' · ' : ''}
        {service.customer.name}
      </span>
    </>
  ),
}
const kind: Column = {
  key: 'type',
  header: serviceTexts.columns.kind,
  cell: service => (
    <span className="inline-flex items-center gap-2">
      <KindIcon type={service.type} size={18} />
      {kindText(service.type)}
    </span>
  ),
  sortable: true,
  width: '9.5rem',
  from: 'md',
  phone: 'left',
}
const customer: Column = customerColumn({ header: serviceTexts.columns.customer, width: '13rem', from: 'lg' })
const collection: Column = {
  key: 'collection',
  header: serviceTexts.columns.collection,
  cell: service => service.collection?.name ?? '',
  width: '11rem',
  from: 'lg',
  phone: 'left',
}
const state: Column = {
  key: 'state',
  header: serviceTexts.columns.state,
  cell: service =>
    isWatchable(service) ? <StateBadge state={service.state} looks={serviceLooks(service.type)} /> : null,
  note: service => heardText(service),
  sortable: true,
  width: '15rem',
  phone: 'left',
}
const created: Column = {
  key: 'createdAt',
  header: serviceTexts.columns.created,
  cell: service => formatDate(service.createdAt),
  sortable: true,
  width: '8.25rem',
  from: 'lg',
  phone: 'hidden',
}

const columns: readonly Column[] = [name, kind, collection, state, created]
const columnsWithCustomer: readonly Column[] = [nameWithCustomer, customer, kind, state, created]
