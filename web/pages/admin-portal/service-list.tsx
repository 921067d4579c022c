import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { pageSizeDefault } from '#contract/limits.ts'
import type { Service } from '#contract/services.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/button.tsx'
import { CsvButton } from '#web/components/csv-button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { MenuAction } from '#web/components/menu.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Pager } from '#web/components/pager.tsx'
import { orderingOf, sortOf } from '#web/components/table-column.ts'
import { CustomerPicker } from '#web/features/customers/customer-picker.tsx'
import { searchCustomers } from '#web/features/customers/queries.ts'
import { DeleteServiceDialog } from '#web/features/services/delete-service-dialog.tsx'
import { loadServices, type ServiceFilter, servicesQuery } from '#web/features/services/queries.ts'
import { serviceCsv } from '#web/features/services/service-csv.ts'
import { serviceDraftName } from '#web/features/services/service-drafts.ts'
import { ServiceDrawer } from '#web/features/services/service-drawer.tsx'
import { isFiltered, ServiceFilters } from '#web/features/services/service-filters.tsx'
import { serviceOrderingFrom } from '#web/features/services/service-ordering.ts'
import { ServiceSummary } from '#web/features/services/service-summary.tsx'
import { ServiceTable } from '#web/features/services/service-table.tsx'
import { hasDraft } from '#web/lib/draft-storage.ts'
import { usePageRows } from '#web/lib/use-page-rows.ts'
import { changedSearch } from '#web/pages/changed-search.ts'
import { commonTexts } from '#web/texts/common.ts'
import { serviceTexts } from '#web/texts/services.ts'

const route = getRouteApi(paths.adminServices)

/** The services of all customers, to find, create and change. */
export function ServiceList({ views }: { views: ReactNode }) {
  const { dialog, view: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(servicesQuery(search))
  const [edited, setEdited] = useState<Service | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(() => dialog === 'new' || hasDraft(serviceDraftName(null)))
  const [doomed, setDoomed] = useState<Service | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)

  function change(changes: ServiceFilter, isCorrection = false) {
    const isPaging = changes.page !== undefined && !isCorrection
    const next = changedSearch(search, changes)
    void navigate({ to: paths.adminServices, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  const rows = usePageRows(list, search, page => change({ page }, true))
  const reset = () => {
    change({ search: undefined, type: undefined, state: undefined, customer: undefined, collection: undefined })
  }
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
            <CsvButton
              name={serviceTexts.title}
              columns={serviceCsv}
              rowKey={({ id }) => id}
              loadPage={(paging, signal) => loadServices({ ...search, ...paging }, signal)}
            />
            <Button variant="primary" icon={<IconPlus />} onClick={() => openDrawer(null)}>
              {serviceTexts.newService}
            </Button>
          </>
        }
      />
      <div className="grid gap-6">
        {views}
        <ServiceSummary customerId={search.customer} />
        <ServiceFilters
          filter={search}
          onChange={change}
          customerField={
            <CustomerPicker
              customerId={search.customer}
              onChange={customer => change({ customer })}
              className="sm:w-60"
            />
          }
          onReset={reset}
        />
        <div>
          <ServiceTable
            rows={rows}
            serviceLink={({ id }) => ({ to: paths.adminService, params: { id } })}
            showCustomer
            rowActions={actionsOf}
            sort={sortOf(search.ordering ?? 'name')}
            onSortChange={sort => change({ ordering: serviceOrderingFrom(orderingOf(sort)) })}
            isFetching={list.isFetching}
            hasFailed={list.isError}
            onRetry={list.refetch}
            onResetFilters={isFiltered(search) ? reset : undefined}
            empty={
              <EmptyState
                text={serviceTexts.empty}
                action={<Button onClick={() => openDrawer(null)}>{serviceTexts.newService}</Button>}
              />
            }
            skeletonRows={10}
          />
          <Pager
            label={serviceTexts.title}
            page={search.page ?? 1}
            pageSize={search.page_size ?? pageSizeDefault}
            count={list.data?.count ?? 0}
            onPageChange={page => change({ page })}
            onPageSizeChange={pageSize => change({ page_size: pageSize })}
          />
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
