import { messageList } from '#contract/lists.ts'
import type { Message } from '#contract/messages.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { PickList, type PickListProps } from '#web/components/form/pick-list.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'
import { messageLooks, messageStatus, messageStatusText, senderName } from './message.labels.ts'
import { loadMessages, type MessageFilter, messagesQuery } from './message.query-options.ts'

/** Messages from visitors, filtered by state and ordered by selection. */
export const messageListView: ListView<Message, MessageFilter> = {
  title: messageTexts.title,
  failed: messageTexts.listFailed,
  nothingFiltered: messageTexts.nothingFiltered,
  contract: messageList,
  query: messagesQuery,
  loadPage: loadMessages,
  rowName: senderName,
  columns: () => [],
  csv: async () => messageCsv,
  searchPlaceholder: () => messageTexts.searchPlaceholder,
  fields: () => fields,
  orderings: messageList.orderings.map(value => ({ value, label: messageTexts.orderings[value] })),
}

const fields = choiceFields(messageList, { state: { label: messageTexts.state, words: messageTexts.states } })

/** One page of messages to choose from. */
export function MessagePicks(props: Omit<PickListProps<Message>, 'empty' | 'children'>) {
  return (
    <PickList {...props} empty={<EmptyState text={messageTexts.empty} />}>
      {message => (
        <span className="grid grid-cols-1 gap-1">
          <span className="flex items-center justify-between gap-3">
            <span className={`min-w-0 truncate ${message.state === 'new' ? 'font-semibold' : ''}`}>
              {senderName(message)}
            </span>
            <StateBadge state={messageStatus(message)} looks={messageLooks} />
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
const messageCsv: readonly CsvColumn<Message>[] = [
  { header: csv.received, kind: 'moment', value: message => message.createdAt },
  { header: csv.name, kind: 'text', value: message => message.name },
  { header: csv.email, kind: 'text', value: message => message.email },
  { header: csv.phone, kind: 'text', value: message => message.phone },
  { header: csv.text, kind: 'text', value: message => message.text },
  { header: csv.state, kind: 'text', value: message => messageStatusText(messageStatus(message)) },
  { header: csv.answeredAt, kind: 'moment', value: message => message.answeredAt },
  { header: csv.answeredBy, kind: 'text', value: message => message.answeredBy },
]
