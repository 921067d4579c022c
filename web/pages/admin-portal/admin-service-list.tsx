import { IconPencil, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { customerField } from '#web/features/customers/customer-field.tsx'
import { DeleteServiceDialog } from '#web/features/services/delete-service-dialog.tsx'
import { serviceDraftName } from '#web/features/services/service-drafts.ts'
import { ServiceDrawer } from '#web/features/services/service-drawer.tsx'
import { serviceListView } from '#web/features/services/service-list.tsx'
import { ServiceSummary } from '#web/features/services/service-summary.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

const route = getRouteApi(paths.adminServices)

/** The services of all customers: find, create and change. */
export function AdminServiceList({ views }: { views: ReactNode }) {
  const search = route.useSearch()
  const { dialog, view: _, ...filter } = search
  const navigate = route.useNavigate()
  const { change, forget } = listAddress(search, navigate)
  const form = useRowDialog<Service>({
    isAsked: dialog === 'new',
    startsOpen: () => hasDraft(serviceDraftName(null)),
    onClose: () => forget('dialog'),
  })
  const doomed = useRowDialog<Service>()
  const { customer } = filter
  return (
    <ListPage
      list={serviceListView}
      filter={filter}
      onFilterChange={change}
      ownFields={[customerField]}
      create={{ label: serviceTexts.newService, onClick: () => form.show(null) }}
      empty={serviceTexts.empty}
      above={
        <>
          {views}
          <ServiceSummary
            customerId={customer}
            listLink={of => ({ to: paths.adminServices, search: { ...of, customer } })}
          />
        </>
      }
      rowLink={({ id }) => ({ to: paths.adminService, params: { id } })}
      rowActions={[
        { label: commonTexts.edit, icon: <IconPencil />, onSelect: form.show },
        { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect: doomed.show },
      ]}
    >
      <ServiceDrawer
        service={form.row}
        open={form.open}
        onOpenChange={form.onOpenChange}
        searchCustomers={searchCustomers}
        onSaved={({ id }) => (form.row ? form.close() : void navigate({ to: paths.adminService, params: { id } }))}
      />
      <DeleteServiceDialog {...doomed} />
    </ListPage>
  )
}
