import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ServiceCollection } from '#contract/service-collections.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { CustomerPicker } from '#web/features/customers/customer-picker.tsx'
import { CollectionDrawer } from '#web/features/services/collection-drawer.tsx'
import { CollectionTable, collectionCsv } from '#web/features/services/collection-table.tsx'
import { DeleteCollectionDialog } from '#web/features/services/delete-collection-dialog.tsx'
import {
  type CollectionFilter,
  collectionsQuery,
  loadCollections,
} from '#web/features/services/service.query-options.ts'
import { collectionDraftName } from '#web/features/services/service-drafts.ts'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

const route = getRouteApi(paths.adminServices)

/** The service groups of all customers: create, fill, rename and delete. */
export function CollectionList({ views }: { views: ReactNode }) {
  const { page, page_size, search, customer, ordering } = route.useSearch()
  const filter: CollectionFilter = { page, page_size, search, customer, ordering: orderingFrom(ordering) }
  const navigate = route.useNavigate()
  const list = useQuery(collectionsQuery(filter))
  const [edited, setEdited] = useState<ServiceCollection | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(() => hasDraft(collectionDraftName(null)))
  const [doomed, setDoomed] = useState<ServiceCollection | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)

  const change = searchChanger(
    filter,
    (next, step) => void navigate({ to: paths.adminServices, search: { ...next, view: 'groups' }, ...step }),
  )
  const shown = useListPage({
    list,
    filter,
    onFilterChange: change,
    filterNames: ['search', 'customer'],
    usualOrdering: 'name',
  })
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
            {shown.hasNothing ? null : (
              <CsvButton
                name={texts.title}
                columns={collectionCsv}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) => loadCollections({ ...filter, ...paging }, signal)}
              />
            )}
            <Button variant="primary" icon={<IconPlus />} onClick={() => openDrawer(null)}>
              {texts.newCollection}
            </Button>
          </>
        }
      />
      <div className="grid gap-6 phone:gap-4">
        {views}
        {shown.hasNothing ? null : (
          <FilterBar
            search={{
              value: search ?? '',
              onValueChange: words => change({ search: words || undefined }),
              placeholder: texts.searchPlaceholder,
            }}
            extra={<CustomerPicker customerId={customer} onChange={id => change({ customer: id })} />}
            extraSetCount={customer ? 1 : 0}
            onReset={shown.reset}
          />
        )}
        <div>
          <CollectionTable
            {...shown.table}
            collectionLink={({ id }) => ({ to: paths.adminServices, search: { collection: id } })}
            rowActions={actionsOf}
            empty={
              <EmptyState
                text={texts.empty}
                action={<Button onClick={() => openDrawer(null)}>{texts.newCollection}</Button>}
              />
            }
            skeletonRows={8}
          />
          <Pager {...shown.pager} label={texts.title} />
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

const texts = collectionTexts

// The list of services at the same address has one more order.
function orderingFrom(text: string | undefined): CollectionFilter['ordering'] {
  const orderings = ['name', '-name', 'createdAt', '-createdAt'] as const
  return orderings.find(ordering => ordering === text)
}
