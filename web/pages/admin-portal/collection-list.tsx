import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { pageSizeDefault } from '#contract/limits.ts'
import type { ServiceCollection } from '#contract/service-collections.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/button.tsx'
import { CsvButton } from '#web/components/csv-button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { FilterBar } from '#web/components/filter-bar.tsx'
import type { MenuAction } from '#web/components/menu.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Pager } from '#web/components/pager.tsx'
import { orderingOf, sortOf } from '#web/components/table-column.ts'
import { CustomerPicker } from '#web/features/customers/customer-picker.tsx'
import { searchCustomers } from '#web/features/customers/queries.ts'
import { CollectionDrawer } from '#web/features/services/collection-drawer.tsx'
import { CollectionTable, collectionCsv } from '#web/features/services/collection-table.tsx'
import { DeleteCollectionDialog } from '#web/features/services/delete-collection-dialog.tsx'
import { type CollectionFilter, collectionsQuery, loadCollections } from '#web/features/services/queries.ts'
import { collectionDraftName } from '#web/features/services/service-drafts.ts'
import { hasDraft } from '#web/lib/draft-storage.ts'
import { usePageRows } from '#web/lib/use-page-rows.ts'
import { changedSearch } from '#web/pages/changed-search.ts'
import { commonTexts } from '#web/texts/common.ts'
import { serviceTexts } from '#web/texts/services.ts'

const route = getRouteApi(paths.adminServices)

/** The groups of services of all customers, to create, fill, rename and delete. */
export function CollectionList({ views }: { views: ReactNode }) {
  const { page, page_size, search, customer, ordering } = route.useSearch()
  const filter: CollectionFilter = { page, page_size, search, customer, ordering: orderingFrom(ordering) }
  const navigate = route.useNavigate()
  const list = useQuery(collectionsQuery(filter))
  const [edited, setEdited] = useState<ServiceCollection | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(() => hasDraft(collectionDraftName(null)))
  const [doomed, setDoomed] = useState<ServiceCollection | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const isFiltered = search !== undefined || customer !== undefined

  function change(changes: CollectionFilter, isCorrection = false) {
    const isPaging = changes.page !== undefined && !isCorrection
    const next = { ...changedSearch(filter, changes), view: 'groups' as const }
    void navigate({ to: paths.adminServices, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  const rows = usePageRows(list, filter, last => change({ page: last }, true))
  const reset = () => change({ search: undefined, customer: undefined })
  function openDrawer(collection: ServiceCollection | null) {
    setEdited(collection)
    setDrawerOpen(true)
  }
  const actionsOf = (collection: ServiceCollection): MenuAction[] => [
    { label: commonTexts.edit, icon: <IconPencil />, onSelect: () => openDrawer(collection) },
    {
      label: commonTexts.delete,
      icon: <IconTrash />,
      tone: 'danger',
      onSelect: () => {
        setDoomed(collection)
        setAsksToDelete(true)
      },
    },
  ]

  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <CsvButton
              name={texts.title}
              columns={collectionCsv}
              rowKey={({ id }) => id}
              loadPage={(paging, signal) => loadCollections({ ...filter, ...paging }, signal)}
            />
            <Button variant="primary" icon={<IconPlus />} onClick={() => openDrawer(null)}>
              {texts.newCollection}
            </Button>
          </>
        }
      />
      <div className="grid gap-6">
        {views}
        <FilterBar
          search={{
            value: search ?? '',
            onValueChange: words => change({ search: words || undefined }),
            placeholder: texts.searchPlaceholder,
          }}
          extra={<CustomerPicker customerId={customer} onChange={id => change({ customer: id })} className="sm:w-60" />}
          extraSetCount={customer ? 1 : 0}
          onReset={reset}
        />
        <div>
          <CollectionTable
            rows={rows}
            collectionLink={({ id }) => ({ to: paths.adminServices, search: { collection: id } })}
            rowActions={actionsOf}
            sort={sortOf(filter.ordering ?? 'name')}
            onSortChange={sort => change({ ordering: orderingFrom(orderingOf(sort)) })}
            isFetching={list.isFetching}
            hasFailed={list.isError}
            onRetry={list.refetch}
            onResetFilters={isFiltered ? reset : undefined}
            empty={
              <EmptyState
                text={texts.empty}
                action={<Button onClick={() => openDrawer(null)}>{texts.newCollection}</Button>}
              />
            }
            skeletonRows={8}
          />
          <Pager
            label={texts.title}
            page={page ?? 1}
            pageSize={page_size ?? pageSizeDefault}
            count={list.data?.count ?? 0}
            onPageChange={next => change({ page: next })}
            onPageSizeChange={pageSize => change({ page_size: pageSize })}
          />
        </div>
        <CollectionDrawer
          collection={edited}
          open={isDrawerOpen}
          onOpenChange={setDrawerOpen}
          searchCustomers={searchCustomers}
        />
        <DeleteCollectionDialog collection={doomed} open={asksToDelete} onOpenChange={setAsksToDelete} />
      </div>
    </>
  )
}

const texts = serviceTexts.collections

// Only what the API can sort by is a sortable column; the list of services beside it knows one more.
function orderingFrom(text: string | undefined): CollectionFilter['ordering'] {
  const orderings = ['name', '-name', 'createdAt', '-createdAt'] as const
  return orderings.find(ordering => ordering === text)
}
