import type { LinkProps } from '@tanstack/react-router'
import type { Message } from '#contract/messages.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { PickList, type PickListProps } from '#web/components/form/pick-list.tsx'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'
import { messageStand, messageStandText, senderName } from './message.labels.ts'
import { MessageBadge } from './message-badge.tsx'

interface MessageListProps
  extends Pick<PickListProps<Message>, 'rows' | 'picked' | 'isFetching' | 'onRetry' | 'onResetFilters'> {
  messageLink: (message: Message) => LinkProps
  hasFailed: boolean
}

/** One page of messages to choose from. */
export function MessageList({ messageLink, hasFailed, ...rest }: MessageListProps) {
  return (
    <PickList
      {...rest}
      label={messageTexts.title}
      rowKey={message => message.id}
      rowLink={messageLink}
      error={hasFailed ? messageTexts.listFailed : undefined}
      nothingFiltered={messageTexts.nothingFiltered}
      empty={<EmptyState text={messageTexts.empty} />}
    >
      {message => (
        <span className="grid grid-cols-1 gap-1">
          <span className="flex items-center justify-between gap-3">
            <span className={`min-w-0 truncate ${message.state === 'new' ? 'font-semibold' : ''}`}>
              {senderName(message)}
            </span>
            <MessageBadge message={message} />
          </span>
          <span className="line-clamp-2 text-label text-muted">
            {`${formatRelative(message.createdAt)} · ${message.text.replace(/\s+/g, ' ')}`}
          </span>
        </span>
      )}
    </PickList>
  )
}

const { csv } = messageTexts

/** CSV columns. */
export const messageCsv: readonly CsvColumn<Message>[] = [
  { header: csv.received, kind: 'moment', value: message => message.createdAt },
  { header: csv.name, kind: 'text', value: message => message.name },
  { header: csv.email, kind: 'text', value: message => message.email },
  { header: csv.phone, kind: 'text', value: message => message.phone },
  { header: csv.text, kind: 'text', value: message => message.text },
  { header: csv.state, kind: 'text', value: message => messageStandText(messageStand(message)) },
  { header: csv.answeredAt, kind: 'moment', value: message => message.answeredAt },
  { header: csv.answeredBy, kind: 'text', value: message => message.answeredBy },
]
