import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Request } from '#contract/requests.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { MetaItem } from '#web/components/display/meta-item.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { deleteActions, MoreMenu } from '#web/components/overlay/more-menu.tsx'
import { customerQuery } from '#web/features/customers/customer.query-options.ts'
import { AcceptDrawer, acceptDraftName } from '#web/features/requests/accept-drawer.tsx'
import { DeclineDrawer, declineDraftName } from '#web/features/requests/decline-drawer.tsx'
import { DeleteRequestDialog } from '#web/features/requests/delete-request-dialog.tsx'
import { priorityLooks, requestLooks } from '#web/features/requests/request.labels.ts'
import { requestQuery } from '#web/features/requests/request.query-options.ts'
import { RequestBody } from '#web/features/requests/request-body.tsx'
import { RequestDrawer } from '#web/features/requests/request-drawer.tsx'
import { requestDraftName } from '#web/features/requests/request-form.tsx'
import { progressChoices } from '#web/features/tickets/ticket.labels.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

const route = getRouteApi(paths.adminRequest)

/** /admin-portal/request/$id: one request, to accept as a ticket or to decline with an answer. */
export function AdminRequestPage() {
  const { id } = route.useParams()
  return <LoadedItem query={requestQuery(id)}>{request => <LoadedRequest request={request} />}</LoadedItem>
}

type OpenForm = 'edit' | 'accept' | 'decline' | null

function LoadedRequest({ request }: { request: Request }) {
  const navigate = route.useNavigate()
  const [openForm, setOpenForm] = useState<OpenForm>(() => draftedForm(request))
  const [asksToDelete, setAsksToDelete] = useState(false)
  const { data: customer, isLoading } = useQuery(customerQuery(request.customer.id))
  const may = new Set(request.permissions)
  const close = () => setOpenForm(null)
  const edit = { label: commonTexts.edit, icon: <IconPencil />, onSelect: () => setOpenForm('edit') }
  const more: MenuAction[] = [
    ...(may.has('update') ? [edit] : []),
    ...deleteActions(may.has('delete'), requestTexts.actions.delete, () => setAsksToDelete(true)),
  ]
  return (
    <>
      <PageHeader
        title={request.title}
        meta={
          <>
            <span className="tabular">{request.number}</span>
            <TextLink to={paths.adminCustomer} params={{ id: request.customer.id }}>
              {request.customer.name}
            </TextLink>
            <StateBadge state={request.state} looks={requestLooks} />
            <MetaItem label={requestTexts.columns.priority}>
              <StateBadge state={request.priority} looks={priorityLooks} />
            </MetaItem>
          </>
        }
        actions={
          <>
            {may.has('accept') ? (
              <Button variant="primary" onClick={() => setOpenForm('accept')}>
                {requestTexts.accept.action}
              </Button>
            ) : null}
            {may.has('decline') ? (
              <Button onClick={() => setOpenForm('decline')}>{requestTexts.decline.action}</Button>
            ) : null}
            <MoreMenu label={requestTexts.actions.more} actions={more} />
          </>
        }
      />
      <RequestBody
        request={request}
        viewer="admin"
        ticketLink={({ id }) => ({ to: paths.adminTicket, params: { id } })}
      />
      <RequestDrawer request={request} open={openForm === 'edit'} onOpenChange={close} onDone={close} />
      {may.has('accept') ? (
        <AcceptDrawer
          request={request}
          hourlyRate={customer?.hourlyRate ?? null}
          progressChoices={progressChoices}
          // Needs the customer's rate initially.
          open={openForm === 'accept' && !isLoading}
          onOpenChange={close}
          onDone={accepted => {
            close()
            if (accepted.ticket) void navigate({ to: paths.adminTicket, params: { id: accepted.ticket.id } })
          }}
        />
      ) : null}
      {may.has('decline') ? (
        <DeclineDrawer request={request} open={openForm === 'decline'} onOpenChange={close} onDone={close} />
      ) : null}
      <DeleteRequestDialog
        row={request}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => void navigate({ to: paths.adminRequests })}
      />
    </>
  )
}

/** The form with a draft. */
function draftedForm(request: Request): OpenForm {
  if (hasDraft(acceptDraftName(request))) return 'accept'
  if (hasDraft(declineDraftName(request))) return 'decline'
  return hasDraft(requestDraftName(request)) ? 'edit' : null
}
