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
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { FaqSuggestionNote, FaqSuggestions } from '#web/features/faq/faq-suggestions.tsx'
import { DeleteRequestDialog } from '#web/features/requests/delete-request-dialog.tsx'
import { requestsQuery } from '#web/features/requests/request.query-options.ts'
import { RequestDrawer } from '#web/features/requests/request-drawer.tsx'
import { RequestFilters, requestFilterNames } from '#web/features/requests/request-filters.tsx'
import { requestDraftName } from '#web/features/requests/request-form.tsx'
import { RequestTable } from '#web/features/requests/request-table.tsx'
import { ticketQuery } from '#web/features/tickets/ticket.query-options.ts'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

const route = getRouteApi(paths.customerRequests)

/** /customer-portal/requests-overview: the requests of the user's customer record, for admins too. */
export function CustomerRequestsPage() {
  const { dialog, ticket: ticketId, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { customer, user, impersonation } = useSession()
  const list = useQuery(requestsQuery({ ...search, customer: customer?.id }))
  const about = useQuery({ ...ticketQuery(ticketId ?? ''), enabled: ticketId !== undefined })
  const [edited, setEdited] = useState<Request | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(() => dialog === 'new' || hasDraft(requestDraftName(null)))
  const [doomed, setDoomed] = useState<Request | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const canAsk = impersonation === null && customer !== null
  // The form starts with the ticket it is about; it ignores a ticket of another customer.
  const knowsTicket = ticketId === undefined || !about.isLoading

  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.customerRequests, search: next, ...step }),
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
    if (dialog || ticketId) void navigate({ to: paths.customerRequests, search, replace: true, resetScroll: false })
  }
  function rowActions(request: Request): MenuAction[] {
    const actions: MenuAction[] = []
    if (request.permissions.includes('update')) {
      actions.push({ label: commonTexts.edit, icon: <IconPencil />, onSelect: () => openDrawer(request) })
    }
    if (request.permissions.includes('delete')) {
      const onSelect = () => {
        setDoomed(request)
        setAsksToDelete(true)
      }
      actions.push({ label: requestTexts.actions.delete, icon: <IconTrash />, tone: 'danger', onSelect })
    }
    return actions
  }
  const askButton = (
    <Button variant="primary" icon={<IconPlus />} onClick={() => openDrawer(null)}>
      {requestTexts.newRequest}
    </Button>
  )

  return (
    <>
      <PageHeader title={requestTexts.title} actions={canAsk ? askButton : undefined} />
      <div className="grid gap-6 phone:gap-4">
        {shown.hasNothing ? null : <RequestFilters filter={search} onChange={change} onReset={shown.reset} />}
        <div>
          <RequestTable
            {...shown.table}
            requestLink={({ id }) => ({ to: paths.customerRequest, params: { id } })}
            rowActions={rowActions}
            empty={
              canAsk ? (
                <EmptyState text={requestTexts.emptyCustomer} action={askButton} />
              ) : (
                <EmptyState text={requestTexts.empty} />
              )
            }
            skeletonRows={8}
          />
          <Pager {...shown.pager} label={requestTexts.title} />
        </div>
        {canAsk ? (
          <RequestDrawer
            request={edited}
            // An admin has to name the customer: here their own record.
            customerId={user?.role === 'admin' ? customer.id : undefined}
            about={edited === null ? about.data : undefined}
            open={isDrawerOpen && knowsTicket}
            onOpenChange={open => (open ? setDrawerOpen(true) : closeDrawer())}
            suggestions={{
              note: text => <FaqSuggestionNote text={text} />,
              list: text => <FaqSuggestions text={text} />,
            }}
            onDone={saved => {
              if (edited) closeDrawer()
              else void navigate({ to: paths.customerRequest, params: { id: saved.id } })
            }}
          />
        ) : null}
        <DeleteRequestDialog request={doomed} open={asksToDelete} onOpenChange={setAsksToDelete} />
      </div>
    </>
  )
}
