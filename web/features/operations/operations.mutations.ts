import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failedJobs, outbox } from '#contract/operations.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Sends a failed mail again. */
export function useRetryMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(outbox.retry, { params: { id }, idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: ['outbox'] }),
  })
}

type FailedJobAction = { id: string; idempotencyKey: string }

/** Retries or dismisses a failed job. */
export function useFailedJobCommand(what: 'retry' | 'dismiss') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: FailedJobAction) => call(failedJobs[what], { params: { id }, idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: ['failedJobs'] }),
  })
}
