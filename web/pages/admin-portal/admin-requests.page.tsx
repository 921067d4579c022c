import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Request } from '#contract/requests.ts'
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
import { DeleteRequestDialog } from '#web/features/requests/delete-request-dialog.tsx'
import { loadRequests, requestsQuery } from '#web/features/requests/request.query-options.ts'
import { RequestDrawer } from '#web/features/requests/request-drawer.tsx'
import { RequestFilters, requestFilterNames } from '#web/features/requests/request-filters.tsx'
import { requestDraftName } from '#web/features/requests/request-form.tsx'
import { RequestSummary } from '#web/features/requests/request-summary.tsx'
import { RequestTable, requestCsv } from '#web/features/requests/request-table.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

const route = getRouteApi(paths.adminRequests)

/** /admin-portal/requests-overview: the requests of all customers: find, record and answer. */
export function AdminRequestsPage() {
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(requestsQuery(search))
  const [edited, setEdited] = useState<Request | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(() => dialog === 'new' || hasDraft(requestDraftName(null)))
  const [doomed, setDoomed] = useState<Request | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)

  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.adminRequests, search: next, ...step }),
  )
  const shown = useListPage({
    list,
    filter: search,
    onFilterChange: change,
    filterNames: requestFilterNames,
    usualOrdering: '-updatedAt',
  })

  function openDrawer(request: Request | null) {
    setEdited(request)
    setDrawerOpen(true)
  }
  function closeDrawer() {
    setDrawerOpen(false)
    if (dialog) void navigate({ to: paths.adminRequests, search, replace: true, resetScroll: false })
  }
  function rowActions(request: Request): MenuAction[] {
    const may = new Set(request.permissions)
    const actions: MenuAction[] = []
    if (may.has('update')) {
      actions.push({ label: commonTexts.edit, icon: <IconPencil />, onSelect: () => openDrawer(request) })
    }
    if (may.has('delete')) {
      const onSelect = () => {
        setDoomed(request)
        setAsksToDelete(true)
      }
      actions.push({ label: requestTexts.actions.delete, icon: <IconTrash />, tone: 'danger', onSelect })
    }
    return actions
  }

  return (
    <>
      <PageHeader
        title={requestTexts.title}
        actions={
          <>
            {shown.hasNothing ? null : (
              <CsvButton
                name={requestTexts.title}
                columns={requestCsv}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) => loadRequests({ ...search, ...paging }, signal)}
              />
            )}
            <Button variant="primary" icon={<IconPlus />} onClick={() => openDrawer(null)}>
              {requestTexts.newForCustomer}
            </Button>
          </>
        }
      />
      <div className="grid gap-6 phone:gap-4">
        <RequestSummary
          customerId={search.customer}
          listLink={filter => ({ to: paths.adminRequests, search: { ...filter, customer: search.customer } })}
        />
        {shown.hasNothing ? null : (
          <RequestFilters
            filter={search}
            onChange={change}
            onReset={shown.reset}
            customerField={<CustomerPicker customerId={search.customer} onChange={customer => change({ customer })} />}
          />
        )}
        <div>
          <RequestTable
            {...shown.table}
            requestLink={({ id }) => ({ to: paths.adminRequest, params: { id } })}
            showCustomer
            rowActions={rowActions}
            empty={<EmptyState text={requestTexts.empty} />}
            skeletonRows={10}
          />
          <Pager {...shown.pager} label={requestTexts.title} />
        </div>
        <RequestDrawer
          request={edited}
          searchCustomers={searchCustomers}
          open={isDrawerOpen}
          onOpenChange={open => (open ? setDrawerOpen(true) : closeDrawer())}
          onDone={saved => {
            if (edited) closeDrawer()
            else void navigate({ to: paths.adminRequest, params: { id: saved.id } })
          }}
        />
        <DeleteRequestDialog request={doomed} open={asksToDelete} onOpenChange={setAsksToDelete} />
      </div>
    </>
  )
}
