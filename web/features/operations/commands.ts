import { useMutation, useQueryClient } from '@tanstack/react-query'
import { outbox } from '#contract/operations.ts'
import { call } from '#web/lib/api.ts'

export function useRetryMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(outbox.retry, { params: { id }, idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: ['outbox'] }),
  })
}
