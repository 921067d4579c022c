import { IconPencil, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ServiceCollection } from '#contract/service-collections.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { customerField } from '#web/features/customers/customer-field.tsx'
import { CollectionDrawer } from '#web/features/services/collection-drawer.tsx'
import { collectionListView } from '#web/features/services/collection-list.ts'
import { DeleteCollectionDialog } from '#web/features/services/delete-collection-dialog.tsx'
import type { CollectionFilter } from '#web/features/services/service.query-options.ts'
import { collectionDraftName } from '#web/features/services/service-drafts.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

const route = getRouteApi(paths.adminServices)

/** The service groups of all customers: create, fill, rename and delete. */
export function AdminCollectionList({ views }: { views: ReactNode }) {
  const { page, page_size, search, customer, ordering } = route.useSearch()
  const filter: CollectionFilter = { page, page_size, search, customer, ordering: orderingFrom(ordering) }
  const form = useRowDialog<ServiceCollection>({ startsOpen: () => hasDraft(collectionDraftName(null)) })
  const doomed = useRowDialog<ServiceCollection>()
  return (
    <ListPage
      list={collectionListView}
      filter={filter}
      onFilterChange={listAddress({ ...filter, view: 'groups' }, route.useNavigate()).change}
      ownFields={[customerField]}
      create={{ label: collectionTexts.newCollection, onClick: () => form.show(null) }}
      empty={collectionTexts.empty}
      above={views}
      rowLink={({ id }) => ({ to: paths.adminServices, search: { collection: id } })}
      rowActions={[
        { label: commonTexts.edit, icon: <IconPencil />, onSelect: form.show },
        { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect: doomed.show },
      ]}
      skeletonRows={8}
    >
      <CollectionDrawer
        collection={form.row}
        open={form.open}
        onOpenChange={form.onOpenChange}
        searchCustomers={searchCustomers}
      />
      <DeleteCollectionDialog {...doomed} />
    </ListPage>
  )
}

// The list of services at the same address has one more order.
function orderingFrom(text: string | undefined): CollectionFilter['ordering'] {
  const orderings = ['name', '-name', 'createdAt', '-createdAt'] as const
  return orderings.find(ordering => ordering === text)
}
