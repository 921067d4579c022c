import { collectionList } from '#contract/lists.ts'
import type { ServiceCollection } from '#contract/service-collections.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { type CollectionFilter, collectionsQuery, loadCollections } from './service.query-options.ts'

const texts = collectionTexts

/** Groups of services over all customers. */
export const collectionListView: ListView<ServiceCollection, CollectionFilter> = {
  title: texts.title,
  failed: texts.listFailed,
  nothingFiltered: texts.nothingFiltered,
  contract: collectionList,
  query: collectionsQuery,
  loadPage: loadCollections,
  rowName: collection => collection.name,
  columns: () => columns,
  csv: async () => csv,
  searchPlaceholder: () => texts.searchPlaceholder,
}

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
const csv: readonly CsvColumn<ServiceCollection>[] = [
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
