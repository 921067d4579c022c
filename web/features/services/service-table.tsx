import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { KindIcon } from './kind-icon.tsx'
import { heardText, isWatchable, kindText, placeText } from './service.labels.ts'
import { ServiceStateBadge } from './service-state-badge.tsx'

type PassedOn = Pick<
  DataTableProps<Service>,
  'rows' | 'rowActions' | 'sort' | 'onSortChange' | 'isFetching' | 'onRetry' | 'onResetFilters' | 'skeletonRows'
>

interface ServiceTableProps extends PassedOn {
  /** Names the table, if a page has several of them. */
  label?: string
  serviceLink: (service: Service) => LinkProps
  /** Shows the customer, for lists of several customers. */
  showCustomer?: boolean
  hasFailed?: boolean
  empty: ReactNode
}

/** One page of a list of services of all kinds, with their state. */
export function ServiceTable(props: ServiceTableProps) {
  const { label = serviceTexts.title, serviceLink, showCustomer = false, hasFailed = false, ...rest } = props
  return (
    <DataTable
      {...rest}
      nothingFiltered={serviceTexts.nothingFiltered}
      label={label}
      columns={showCustomer ? columnsWithCustomer : columns}
      rowKey={service => service.id}
      rowName={service => service.name}
      rowLink={serviceLink}
      error={hasFailed ? serviceTexts.listFailed : undefined}
    />
  )
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
const customer: Column = {
  key: 'customer',
  header: serviceTexts.columns.customer,
  cell: service => <span className="wrap-anywhere block text-label">{service.customer.name}</span>,
  width: '13rem',
  from: 'lg',
  phone: 'left',
}
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
  cell: service => (isWatchable(service) ? <ServiceStateBadge service={service} /> : null),
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
