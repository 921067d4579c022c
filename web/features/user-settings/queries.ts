import { queryOptions } from '@tanstack/react-query'
import { unsubscriptions } from '#contract/unsubscription.ts'
import { call } from '#web/lib/api.ts'

/** What the link below a mail stops. It is asked once and not kept: the next look may find it stopped. */
export function unsubscriptionQuery(token: string) {
  return queryOptions({
    queryKey: ['unsubscription', token],
    queryFn: ({ signal }) => call(unsubscriptions.read, { params: { token }, signal, silent: true }),
    gcTime: 0,
    retry: false,
  })
}
