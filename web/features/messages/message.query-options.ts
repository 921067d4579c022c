import { queryOptions } from '@tanstack/react-query'
import { type Message, type MessageWithReplies, messages } from '#contract/messages.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'

/** Filters of a list of messages, by the API's names. */
export type MessageFilter = ListQueryOf<typeof messages.list>

export const messagesQuery = rowsQuery(['messages', 'list'], loadMessages, rows =>
  rows.some(isAnswerOnItsWay) ? onItsWayPollMs : false,
)

/** A page of messages; polls like the query of one message. */
export function loadMessages(filter: MessageFilter, signal: AbortSignal) {
  return call(messages.list, { query: filter, signal })
}

/** One message with its answers. Polls while the mail of an answer is on its way. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: ['messages', 'item', id],
    queryFn: ({ signal }) => call(messages.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.replies.some(isOnItsWay) ? onItsWayPollMs : false),
  })
}

const onItsWayPollMs = 3_000
/** A mail not sent by then waits for a mail server or its next try. */
const onItsWayMs = 60_000

function isAnswerOnItsWay({ replyMail, updatedAt }: Message): boolean {
  return replyMail === 'waiting' && nowMs() - Date.parse(updatedAt) < onItsWayMs
}

function isOnItsWay({ mail, createdAt }: MessageWithReplies['replies'][number]): boolean {
  return mail?.state === 'waiting' && nowMs() - Date.parse(createdAt) < onItsWayMs
}
