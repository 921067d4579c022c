import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Request } from '#contract/requests.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { MetaItem } from '#web/components/display/meta-item.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { DeleteRequestDialog } from '#web/features/requests/delete-request-dialog.tsx'
import { priorityLooks, requestLooks } from '#web/features/requests/request.labels.ts'
import { requestQuery } from '#web/features/requests/request.query-options.ts'
import { RequestBody } from '#web/features/requests/request-body.tsx'
import { RequestDrawer } from '#web/features/requests/request-drawer.tsx'
import { requestDraftName } from '#web/features/requests/request-form.tsx'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { rowNotFound } from '#web/pages/row-not-found.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

const route = getRouteApi(paths.customerRequest)

/** /customer-portal/request/$id: one request, as its customer sees it. */
export function CustomerRequestPage() {
  const { id } = route.useParams()
  const { customer } = useSession()
  // The value from when the page opened: the end of an impersonation changes it just before the page is left.
  const [customerId] = useState(customer?.id)
  const { data: request, error } = useQuery(requestQuery(id))
  if (!request) {
    if (error) throw error
    return <ItemSkeleton />
  }
  // An admin may read every request; this portal shows only those of their own record.
  if (request.customer.id !== customerId) throw rowNotFound()
  return <LoadedRequest key={request.id} request={request} />
}

function LoadedRequest({ request }: { request: Request }) {
  const navigate = route.useNavigate()
  const may = new Set(request.permissions)
  const [isDrawerOpen, setDrawerOpen] = useState(() => may.has('update') && hasDraft(requestDraftName(request)))
  const [asksToDelete, setAsksToDelete] = useState(false)
  return (
    <>
      <PageHeader
        title={request.title}
        meta={
          <>
            <span className="tabular">{request.number}</span>
            <StateBadge state={request.state} looks={requestLooks} />
            <MetaItem label={requestTexts.columns.priority}>
              <StateBadge state={request.priority} looks={priorityLooks} />
            </MetaItem>
          </>
        }
        actions={
          may.has('update') ? (
            <>
              <Button icon={<IconPencil />} onClick={() => setDrawerOpen(true)}>
                {commonTexts.edit}
              </Button>
              <Button icon={<IconTrash />} onClick={() => setAsksToDelete(true)}>
                {commonTexts.delete}
              </Button>
            </>
          ) : null
        }
      />
      <RequestBody
        request={request}
        viewer="customer"
        ticketLink={({ id }) => ({ to: paths.customerTicket, params: { id } })}
      />
      {may.has('update') ? (
        <RequestDrawer
          request={request}
          open={isDrawerOpen}
          onOpenChange={setDrawerOpen}
          onDone={() => setDrawerOpen(false)}
        />
      ) : null}
      <DeleteRequestDialog
        row={request}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => void navigate({ to: paths.customerRequests })}
      />
    </>
  )
}
