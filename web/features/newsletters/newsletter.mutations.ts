import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Newsletter, type NewsletterInput, newsletters } from '#contract/newsletters.ts'
import { call } from '#web/lib/api/api-client.ts'
import { newsletterQuery } from './newsletter.query-options.ts'

export function useCreateNewsletter() {
  const keep = useKeep()
  return useMutation({
    mutationFn: (input: { body: NewsletterInput; idempotencyKey: string }) => call(newsletters.create, input),
    onSuccess: keep,
  })
}

export function useUpdateNewsletter() {
  const keep = useKeep()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: NewsletterInput }) =>
      call(newsletters.update, { params: { id }, body: change, revision }),
    onSuccess: keep,
  })
}

export function useDeleteNewsletter() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Newsletter) => call(newsletters.delete, { params: { id }, revision }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['newsletters', 'list'] }),
  })
}

/** Starts sending to the confirmed number of recipients. */
export function useSendNewsletter() {
  const keep = useKeep()
  return useMutation({
    mutationFn: ({ id, recipientsCount }: Newsletter) =>
      call(newsletters.send, { params: { id }, body: { recipientsCount } }),
    onSuccess: keep,
  })
}

/** Pauses, continues or cancels the sending. */
export function useSteerSending() {
  const keep = useKeep()
  return useMutation({
    mutationFn: ({ id, step }: { id: string; step: 'pause' | 'continue' | 'cancel' }) =>
      call(newsletters[step], { params: { id } }),
    onSuccess: keep,
  })
}

function useKeep() {
  const client = useQueryClient()
  return (saved: Newsletter) => {
    client.setQueryData(newsletterQuery(saved.id).queryKey, saved)
    return client.invalidateQueries({ queryKey: ['newsletters', 'list'] })
  }
}
