import { IconArrowBackUp, IconCheck, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MessageState, MessageWithReplies } from '#contract/messages.ts'
import { Button } from '#web/components/action/button.tsx'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { TextAnchor } from '#web/components/navigation/text-link.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { Menu, type MenuAction } from '#web/components/overlay/menu.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { phoneHref } from '#web/lib/format/phone-href.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'
import { messageLooks, messageStatus, senderName } from './message.labels.ts'
import { useDeleteMessage, useMarkMessage } from './message.mutations.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReplyList } from './reply-list.tsx'

interface MessageDetailProps {
  message: MessageWithReplies
  companyName: string
  /** Links to customers with the sender's address. */
  customerLinks: (customer: MessageWithReplies['customers'][number]) => ReactNode
  outboxLink: ReactNode
  onCreateCustomer: () => void
  onDeleted: () => void
}

/** One message with its answers and the form for a reply. */
export function MessageDetail(props: MessageDetailProps) {
  const { message, companyName, customerLinks, outboxLink, onCreateCustomer, onDeleted } = props
  const heading = useRef<HTMLHeadingElement>(null)
  // Users and screen readers continue reading here.
  useEffect(() => heading.current?.focus(), [])
  const name = senderName(message)
  return (
    <article aria-labelledby="message-heading" className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 justify-items-start gap-2">
          <h2
            ref={heading}
            id="message-heading"
            tabIndex={-1}
            className="wrap-anywhere scroll-mt-[calc(var(--header-space)+6rem)] text-heading outline-none"
          >
            {name}
          </h2>
          <StateBadge state={messageStatus(message)} looks={messageLooks} />
        </div>
        <Actions message={message} onCreateCustomer={onCreateCustomer} onDeleted={onDeleted} />
      </div>
      <section aria-label={messageTexts.facts}>
        <DefinitionList items={factsOf(message, customerLinks)} />
      </section>
      <section aria-label={messageTexts.text} className="rounded-card bg-sunken p-5">
        <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
      </section>
      {message.replies.length > 0 ? (
        <section aria-labelledby="replies-heading" className="grid gap-3">
          <h3 id="replies-heading" className="text-lead font-semibold">
            {messageTexts.replies}
          </h3>
          <ReplyList replies={message.replies} outboxLink={outboxLink} />
        </section>
      ) : null}
      {message.permissions.includes('reply') ? (
        <section aria-labelledby="reply-heading" className="grid gap-3" data-screen-only="">
          <h3 id="reply-heading" className="text-lead font-semibold">
            {message.replies.length > 0 ? messageTexts.form.again : messageTexts.form.title}
          </h3>
          <ReplyForm message={message} companyName={companyName} />
        </section>
      ) : null}
    </article>
  )
}

interface ActionsProps extends Pick<MessageDetailProps, 'onCreateCustomer' | 'onDeleted'> {
  message: MessageWithReplies
}

function Actions({ message, onCreateCustomer, onDeleted }: ActionsProps) {
  const [asksToDelete, setAsksToDelete] = useState(false)
  const mark = useMarkMessage(message)
  const remove = useDeleteMessage(message)
  const may = new Set(message.permissions)
  const next: MessageState = message.state === 'new' ? 'answered' : 'new'

  function showActionFailure(error: unknown) {
    if (!hasCode(error, 'stale')) return showFailure(error)
    showToast({ kind: 'info', title: commonTexts.conflict.title, message: messageTexts.changedMeanwhile })
  }
  function markAsNext() {
    mark.mutate(next, {
      onSuccess: () => showSuccess(next === 'answered' ? messageTexts.markedAnswered : messageTexts.markedNew),
      onError: showActionFailure,
    })
  }
  const actions: MenuAction[] = [
    ...(message.customers.length === 0
      ? [{ label: messageTexts.createCustomer, icon: <IconUserPlus />, onSelect: onCreateCustomer }]
      : []),
    ...(may.has('delete')
      ? [
          {
            label: messageTexts.delete,
            icon: <IconTrash />,
            tone: 'danger' as const,
            onSelect: () => setAsksToDelete(true),
          },
        ]
      : []),
  ]
  return (
    <div className="flex flex-wrap gap-3" data-screen-only="">
      {may.has('update') ? (
        <Button
          icon={next === 'answered' ? <IconCheck /> : <IconArrowBackUp />}
          busy={mark.isPending}
          onClick={markAsNext}
        >
          {next === 'answered' ? messageTexts.markAnswered : messageTexts.markNew}
        </Button>
      ) : null}
      {actions.length > 0 ? <Menu label={messageTexts.more} framed actions={actions} /> : null}
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        title={messageTexts.deleteQuestion(senderName(message))}
        confirmLabel={messageTexts.delete}
        onConfirm={async () => {
          await remove.mutateAsync()
          showSuccess(messageTexts.deleted)
          onDeleted()
        }}
        onFailure={showActionFailure}
      >
        {messageTexts.deleteExplanation}
      </ConfirmDialog>
    </div>
  )
}

function factsOf(message: MessageWithReplies, customerLinks: MessageDetailProps['customerLinks']): Definition[] {
  const { email, phone, createdAt, answeredAt, answeredBy, customers } = message
  const facts: Definition[] = [
    {
      term: messageTexts.email,
      value: (
        <TextAnchor href={`mailto:${email}`} className="wrap-anywhere">
          <EmailText email={email} />
        </TextAnchor>
      ),
    },
  ]
  if (phone !== '') {
    facts.push({ term: messageTexts.phone, value: <TextAnchor href={phoneHref(phone)}>{phone}</TextAnchor> })
  }
  facts.push({ term: messageTexts.received, value: formatDateTime(createdAt) })
  if (answeredAt !== null) {
    facts.push({
      // A reply counts once its mail is sent.
      term: messageStatus(message) === 'answered' ? messageTexts.answered : messageTexts.replyWritten,
      value: messageTexts.answeredBy(formatDateTime(answeredAt), answeredBy),
    })
  }
  if (customers.length > 0) {
    facts.push({
      term: messageTexts.customers,
      value: (
        <ul className="grid gap-1">
          {customers.map(customer => (
            <li key={customer.id}>{customerLinks(customer)}</li>
          ))}
        </ul>
      ),
    })
  }
  return facts
}
