import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MessageState, type MessageWithReplies, messages } from '#contract/messages.ts'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { messageQuery } from './message.query-options.ts'

type Seen = Pick<MessageWithReplies, 'id' | 'revision'>

/** Sends a reply by mail and marks the message as answered. */
export function useReply({ id, revision }: Seen) {
  const settle = useSettle(id)
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      call(messages.reply, { params: { id }, revision, body: { text }, idempotencyKey }),
    ...settle,
  })
}

export function useMarkMessage({ id, revision }: Seen) {
  const settle = useSettle(id)
  return useMutation({
    mutationFn: (state: MessageState) => call(messages.update, { params: { id }, revision, body: { state } }),
    ...settle,
  })
}

export function useDeleteMessage({ id, revision }: Seen) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(messages.delete, { params: { id }, revision }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['messages', 'list'] }),
    onError: useSettle(id).onError,
  })
}

/** Applies the saved state at once; refetches after a conflict. */
function useSettle(id: string) {
  const client = useQueryClient()
  return {
    onSuccess: (saved: MessageWithReplies) => {
      client.setQueryData(messageQuery(id).queryKey, saved)
      void client.invalidateQueries({ queryKey: ['outbox'] })
      return client.invalidateQueries({ queryKey: ['messages', 'list'] })
    },
    onError: (error: Error) => {
      if (hasCode(error, 'stale')) void client.invalidateQueries({ queryKey: ['messages'] })
    },
  }
}
