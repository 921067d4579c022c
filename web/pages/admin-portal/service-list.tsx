import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Service } from '#contract/services.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { CustomerPicker } from '#web/features/customers/customer-picker.tsx'
import { DeleteServiceDialog } from '#web/features/services/delete-service-dialog.tsx'
import { loadServices, servicesQuery, usualOrdering } from '#web/features/services/service.query-options.ts'
import { serviceCsv } from '#web/features/services/service-csv.ts'
import { serviceDraftName } from '#web/features/services/service-drafts.ts'
import { ServiceDrawer } from '#web/features/services/service-drawer.tsx'
import { ServiceFilters, serviceFilterNames } from '#web/features/services/service-filters.tsx'
import { ServiceSummary } from '#web/features/services/service-summary.tsx'
import { ServiceTable } from '#web/features/services/service-table.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

const route = getRouteApi(paths.adminServices)

/** The services of all customers: find, create and change. */
export function ServiceList({ views }: { views: ReactNode }) {
  const { dialog, view: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(servicesQuery({ ...search, ordering: search.ordering ?? usualOrdering }))
  const [edited, setEdited] = useState<Service | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(() => dialog === 'new' || hasDraft(serviceDraftName(null)))
  const [doomed, setDoomed] = useState<Service | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)

  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.adminServices, search: next, ...step }),
  )
  const shown = useListPage({
    list,
    filter: search,
    onFilterChange: change,
    filterNames: serviceFilterNames,
    usualOrdering,
  })
  function openDrawer(service: Service | null) {
    setEdited(service)
    setDrawerOpen(true)
  }
  const actionsOf = (service: Service): MenuAction[] => [
    { label: commonTexts.edit, icon: <IconPencil />, onSelect: () => openDrawer(service) },
    {
      label: commonTexts.delete,
      icon: <IconTrash />,
      tone: 'danger',
      onSelect: () => {
        setDoomed(service)
        setAsksToDelete(true)
      },
    },
  ]

  return (
    <>
      <PageHeader
        title={serviceTexts.title}
        actions={
          <>
            {shown.hasNothing ? null : (
              <CsvButton
                name={serviceTexts.title}
                columns={serviceCsv}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) =>
                  loadServices({ ...search, ordering: search.ordering ?? usualOrdering, ...paging }, signal)
                }
              />
            )}
            <Button variant="primary" icon={<IconPlus />} onClick={() => openDrawer(null)}>
              {serviceTexts.newService}
            </Button>
          </>
        }
      />
      <div className="grid gap-6 phone:gap-4">
        {views}
        <ServiceSummary
          customerId={search.customer}
          listLink={filter => ({ to: paths.adminServices, search: { ...filter, customer: search.customer } })}
        />
        {shown.hasNothing ? null : (
          <ServiceFilters
            filter={search}
            onChange={change}
            customerField={<CustomerPicker customerId={search.customer} onChange={customer => change({ customer })} />}
            onReset={shown.reset}
          />
        )}
        <div>
          <ServiceTable
            {...shown.table}
            serviceLink={({ id }) => ({ to: paths.adminService, params: { id } })}
            showCustomer
            rowActions={actionsOf}
            empty={
              <EmptyState
                text={serviceTexts.empty}
                action={<Button onClick={() => openDrawer(null)}>{serviceTexts.newService}</Button>}
              />
            }
            skeletonRows={10}
          />
          <Pager {...shown.pager} label={serviceTexts.title} />
        </div>
        <ServiceDrawer
          service={edited}
          open={isDrawerOpen}
          onOpenChange={setDrawerOpen}
          searchCustomers={searchCustomers}
          onSaved={({ id }) => {
            setDrawerOpen(false)
            if (!edited) void navigate({ to: paths.adminService, params: { id } })
          }}
        />
        <DeleteServiceDialog service={doomed} open={asksToDelete} onOpenChange={setAsksToDelete} />
      </div>
    </>
  )
}
