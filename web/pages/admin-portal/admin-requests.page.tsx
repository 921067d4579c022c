import { IconPencil, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { Request } from '#contract/requests.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { customerField } from '#web/features/customers/customer-field.tsx'
import { DeleteRequestDialog } from '#web/features/requests/delete-request-dialog.tsx'
import { type RequestFilter, requestSummaryQuery, requestsQuery } from '#web/features/requests/request.query-options.ts'
import { RequestDrawer } from '#web/features/requests/request-drawer.tsx'
import { requestDraftName } from '#web/features/requests/request-form.tsx'
import { requestListView } from '#web/features/requests/request-list.tsx'
import { RequestSummary } from '#web/features/requests/request-summary.tsx'
import { askAhead } from '#web/lib/api/query-client.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

const route = getRouteApi(paths.adminRequests)

/** /admin-portal/requests-overview: the requests of all customers: find, record and answer. */
export function AdminRequestsPage() {
  const search = route.useSearch()
  const { dialog, ...filter } = search
  const navigate = route.useNavigate()
  const { change, forget } = listAddress(search, navigate)
  const form = useRowDialog<Request>({
    isAsked: dialog === 'new',
    startsOpen: () => hasDraft(requestDraftName(null)),
    onClose: () => forget('dialog'),
  })
  const doomed = useRowDialog<Request>()
  const { customer } = filter
  return (
    <ListPage
      list={requestListView}
      filter={filter}
      onFilterChange={change}
      ownFields={[customerField]}
      create={{ label: requestTexts.newForCustomer, onClick: () => form.show(null) }}
      empty={requestTexts.empty}
      emptyAction={null}
      above={
        <RequestSummary
          customerId={customer}
          listLink={of => ({ to: paths.adminRequests, search: { ...of, customer } })}
        />
      }
      rowLink={({ id }) => ({ to: paths.adminRequest, params: { id } })}
      rowActions={[
        { permission: 'update', label: commonTexts.edit, icon: <IconPencil />, onSelect: form.show },
        {
          permission: 'delete',
          label: requestTexts.actions.delete,
          icon: <IconTrash />,
          tone: 'danger',
          onSelect: doomed.show,
        },
      ]}
    >
      <RequestDrawer
        request={form.row}
        searchCustomers={searchCustomers}
        open={form.open}
        onOpenChange={form.onOpenChange}
        onDone={({ id }) => (form.row ? form.close() : void navigate({ to: paths.adminRequest, params: { id } }))}
      />
      <DeleteRequestDialog {...doomed} />
    </ListPage>
  )
}

AdminRequestsPage.ahead = ({ dialog: _, ...filter }: RequestFilter & { dialog?: string }) =>
  askAhead(client => [
    client.prefetchQuery(requestsQuery(filter)),
    client.prefetchQuery(requestSummaryQuery(filter.customer)),
  ])
