import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerInput } from '#contract/customers.ts'
import type { MessageWithReplies } from '#contract/messages.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { ListBar, ListCsv } from '#web/components/list/list-rows.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { businessProfileQuery } from '#web/features/business-profile/business-profile.query-options.ts'
import { CustomerDrawer } from '#web/features/customers/customer-drawer.tsx'
import { customerDraftName } from '#web/features/customers/customer-form.tsx'
import { messageQuery } from '#web/features/messages/message.query-options.ts'
import { MessageDetail } from '#web/features/messages/message-detail.tsx'
import { MessagePicks, messageListView } from '#web/features/messages/message-list.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'

const route = getRouteApi(paths.adminMessages)

/** /admin-portal/messages: messages from visitors, with the selected one next to the list. */
export function AdminMessagesPage() {
  const search = route.useSearch()
  const { message: picked, ...filter } = search
  const navigate = route.useNavigate()
  const shown = useList({ list: messageListView, filter, onFilterChange: listAddress(search, navigate).change })
  const besidePicked = picked ? 'max-lg:hidden' : ''
  return (
    <>
      <PageHeader title={messageTexts.title} actions={shown.hasFile ? <ListCsv shown={shown} /> : null} />
      <div className={`mb-6 ${besidePicked}`}>
        <ListBar shown={shown} />
      </div>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,23rem)_minmax(0,1fr)]">
        <div
          className={`lg:sticky lg:top-[calc(var(--header-space)+1rem)] lg:max-h-[calc(100svh-var(--header-space)-2rem)] lg:overflow-y-auto ${besidePicked}`}
        >
          <MessagePicks
            {...shown.table}
            picked={picked}
            rowLink={({ id }) => ({ to: paths.adminMessages, search: { ...filter, message: id } })}
          />
          <Pager {...shown.pager} onPageSizeChange={undefined} />
        </div>
        {picked ? (
          <div className="grid grid-cols-1 gap-4 lg:rounded-card lg:border lg:border-hairline lg:bg-surface lg:p-6">
            <LinkButton
              to={paths.adminMessages}
              search={filter}
              size="small"
              icon={<IconArrowLeft />}
              className="justify-self-start lg:hidden"
            >
              {messageTexts.backToList}
            </LinkButton>
            <PickedMessage
              key={picked}
              id={picked}
              onDeleted={() => void navigate({ to: paths.adminMessages, search: filter, replace: true })}
            />
          </div>
        ) : shown.pager.count ? (
          <div className="rounded-card border border-hairline border-dashed max-lg:hidden">
            <EmptyState text={messageTexts.pickOne} />
          </div>
        ) : null}
      </div>
    </>
  )
}

function PickedMessage({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const client = useQueryClient()
  const { data: message, error, refetch, isFetching } = useQuery(messageQuery(id))
  const { data: profile } = useQuery(businessProfileQuery())
  const [isDrawerOpen, setDrawerOpen] = useState(() => hasDraft(customerDraftName(null)))

  if (hasCode(error, 'not_found')) return <EmptyState text={messageTexts.notFound} />
  if (!message) {
    if (error) return <ErrorState text={messageTexts.listFailed} onRetry={refetch} busy={isFetching} />
    return <SkeletonText lines={6} />
  }
  return (
    <>
      <MessageDetail
        message={message}
        companyName={profile?.companyName ?? ''}
        customerLinks={customer => (
          <span className="flex flex-wrap justify-end gap-x-4">
            <TextLink to={paths.adminCustomer} params={{ id: customer.id }}>
              {`${customer.displayName} (${customer.number})`}
            </TextLink>
            <TextLink
              to={paths.adminRequests}
              search={{ customer: customer.id }}
              aria-label={messageTexts.requestsOf(customer.displayName)}
            >
              {messageTexts.toRequests}
            </TextLink>
          </span>
        )}
        outboxLink={
          <TextLink to={paths.adminOutbox} search={{ state: 'failed' }}>
            {messageTexts.toOutbox}
          </TextLink>
        }
        onCreateCustomer={() => setDrawerOpen(true)}
        onDeleted={onDeleted}
      />
      <CustomerDrawer
        customer={null}
        start={customerFrom(message)}
        defaultHourlyRate={profile?.defaultHourlyRate ?? 0}
        open={isDrawerOpen}
        onOpenChange={setDrawerOpen}
        onSaved={() => {
          setDrawerOpen(false)
          void client.invalidateQueries({ queryKey: ['messages'] })
        }}
      />
    </>
  )
}

/** A new customer's data from a message. The last word is the last name; a family name is kept whole. */
function customerFrom({ name, email, phone }: MessageWithReplies): Partial<CustomerInput> {
  const words = name.trim().split(/\s+/)
  const isFamily = /^(familie|fam\.)$/i.test(words[0] ?? '')
  return isFamily
    ? { lastName: name.trim(), email, phone }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '', email, phone }
}
