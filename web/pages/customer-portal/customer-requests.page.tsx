import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Request } from '#contract/requests.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { FaqSuggestionNote, FaqSuggestions } from '#web/features/faq/faq-suggestions.tsx'
import { DeleteRequestDialog } from '#web/features/requests/delete-request-dialog.tsx'
import { type RequestFilter, requestsQuery } from '#web/features/requests/request.query-options.ts'
import { RequestDrawer } from '#web/features/requests/request-drawer.tsx'
import { requestDraftName } from '#web/features/requests/request-form.tsx'
import { requestListView } from '#web/features/requests/request-list.tsx'
import { ticketQuery } from '#web/features/tickets/ticket.query-options.ts'
import { askAhead } from '#web/lib/api/query-client.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { readSession } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { energyRequestTexts } from '#web/texts/energy-request.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

const route = getRouteApi(paths.customerRequests)

/** /customer-portal/requests-overview: the requests of the user's customer record, for admins too. */
export function CustomerRequestsPage() {
  const search = route.useSearch()
  const { dialog, ticket: ticketId, subject, ...filter } = search
  const navigate = route.useNavigate()
  const { change, forget } = listAddress(search, navigate)
  const { customer, user, impersonation } = useSession()
  const about = useQuery({ ...ticketQuery(ticketId ?? ''), enabled: ticketId !== undefined })
  const form = useRowDialog<Request>({
    isAsked: dialog === 'new',
    startsOpen: () => hasDraft(requestDraftName(null)),
    onClose: () => forget('dialog', 'ticket', 'subject'),
  })
  const doomed = useRowDialog<Request>()
  const canAsk = impersonation === null && customer !== null
  // The form starts with the ticket it is about; it ignores a ticket of another customer.
  const knowsTicket = ticketId === undefined || !about.isLoading
  const create = canAsk ? { label: requestTexts.newRequest, onClick: () => form.show(null) } : undefined
  return (
    <ListPage
      list={requestListView}
      whose="own"
      filter={filter}
      asked={{ ...filter, customer: customer?.id }}
      onFilterChange={change}
      create={create}
      empty={canAsk ? requestTexts.emptyCustomer : requestTexts.empty}
      rowLink={({ id }) => ({ to: paths.customerRequest, params: { id } })}
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
      skeletonRows={8}
    >
      {canAsk ? (
        <RequestDrawer
          request={form.row}
          // An admin has to name the customer: here their own record.
          customerId={user?.role === 'admin' ? customer.id : undefined}
          about={form.row === null ? about.data : undefined}
          prefill={subject === 'powerMaster' ? energyRequestTexts : undefined}
          open={form.open && knowsTicket}
          onOpenChange={form.onOpenChange}
          suggestions={{
            note: text => <FaqSuggestionNote text={text} />,
            list: text => <FaqSuggestions text={text} />,
          }}
          onDone={({ id }) => (form.row ? form.close() : void navigate({ to: paths.customerRequest, params: { id } }))}
        />
      ) : null}
      <DeleteRequestDialog {...doomed} />
    </ListPage>
  )
}

type Search = RequestFilter & { dialog?: string; ticket?: string; subject?: string }

CustomerRequestsPage.ahead = ({ dialog: _dialog, ticket: _ticket, subject: _subject, ...filter }: Search) =>
  askAhead(client => [client.prefetchQuery(requestsQuery({ ...filter, customer: readSession().customer?.id }))])
