import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import { type Message, type MessageWithReplies, messages } from '#contract/messages.ts'
import { call } from '#web/lib/api/api-client.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'

/** Filters of a list of messages, by the API's names. */
export type MessageFilter = {
  [Name in keyof Query<typeof messages.list>]?: Query<typeof messages.list>[Name] | undefined
}

export function messagesQuery(filter: MessageFilter) {
  return queryOptions({
    queryKey: ['messages', 'list', filter],
    queryFn: ({ signal }) => loadMessages(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isAnswerOnItsWay) ? onItsWayPollMs : false),
  })
}

/** A page of messages; asked for again as one message is. */
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
