import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ServiceCollection } from '#contract/service-collections.ts'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { collectionTexts } from '#web/texts/collections.texts.ts'

type PassedOn = Pick<
  DataTableProps<ServiceCollection>,
  'rows' | 'rowActions' | 'sort' | 'onSortChange' | 'isFetching' | 'onRetry' | 'onResetFilters' | 'skeletonRows'
>

interface CollectionTableProps extends PassedOn {
  /** The page with a group's services. */
  collectionLink: (collection: ServiceCollection) => LinkProps
  hasFailed: boolean
  empty: ReactNode
}

/** One page of a list of service groups over all customers. */
export function CollectionTable({ collectionLink, hasFailed, ...rest }: CollectionTableProps) {
  return (
    <DataTable
      {...rest}
      nothingFiltered={texts.nothingFiltered}
      label={texts.title}
      columns={columns}
      rowKey={collection => collection.id}
      rowName={collection => collection.name}
      rowLink={collectionLink}
      error={hasFailed ? texts.listFailed : undefined}
    />
  )
}

const texts = collectionTexts

const columns: readonly TableColumn<ServiceCollection>[] = [
  {
    key: 'name',
    header: texts.columns.name,
    cell: collection => collection.name,
    note: collection => collection.description,
    sortable: true,
    phone: 'title',
  },
  {
    key: 'customer',
    header: texts.columns.customer,
    cell: collection => collection.customer.name,
    width: '16rem',
    phone: 'left',
  },
  {
    key: 'services',
    header: texts.columns.services,
    cell: collection => texts.count(collection.services.length),
    note: collection => problemsText(collection),
    width: '10rem',
    phone: 'left',
  },
  {
    key: 'createdAt',
    header: texts.columns.created,
    cell: collection => formatDate(collection.createdAt),
    sortable: true,
    width: '8.25rem',
    from: 'lg',
    phone: 'hidden',
  },
]

function problemsText({ services }: ServiceCollection): string | null {
  const count = services.filter(({ state }) => state === 'problem').length
  return count > 0 ? texts.problems(count) : null
}

/** CSV columns. */
export const collectionCsv: readonly CsvColumn<ServiceCollection>[] = [
  { header: texts.columns.name, kind: 'text', value: collection => collection.name },
  { header: texts.columns.customer, kind: 'text', value: collection => collection.customer.name },
  { header: texts.description, kind: 'text', value: collection => collection.description },
  {
    header: texts.columns.services,
    kind: 'text',
    value: collection => collection.services.map(({ name }) => name).join(', '),
  },
  { header: texts.columns.created, kind: 'date', value: collection => collection.createdAt },
]
