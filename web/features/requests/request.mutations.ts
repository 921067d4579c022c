import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import { type NewRequest, type Request, requests } from '#contract/requests.ts'
import { call } from '#web/lib/api/api-client.ts'
import { requestQuery } from './request.query-options.ts'

type Seen = Pick<Request, 'id' | 'revision'>

export function useCreateRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: NewRequest; idempotencyKey: string }) => call(requests.create, input),
    onSuccess: created => keepRequest(client, created),
  })
}

export function useUpdateRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, change }: Seen & { change: BodyInput<typeof requests.update> }) =>
      call(requests.update, { params: { id }, body: change, revision }),
    onSuccess: saved => keepRequest(client, saved),
  })
}

export function useDeleteRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Seen) => call(requests.delete, { params: { id }, revision }),
    onSuccess: (_, { id }) => makeRequestsStale(client, id),
  })
}

/** Turns the request into a ticket and invalidates the lists of tickets. */
export function useAcceptRequest({ id, revision }: Seen) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: BodyInput<typeof requests.accept>; idempotencyKey: string }) =>
      call(requests.accept, { params: { id }, revision, ...input }),
    onSuccess: accepted => {
      void client.invalidateQueries({ queryKey: ['tickets'] })
      void client.invalidateQueries({ queryKey: ['customers'] })
      return keepRequest(client, accepted)
    },
  })
}

export function useDeclineRequest({ id, revision }: Seen) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: BodyInput<typeof requests.decline>; idempotencyKey: string }) =>
      call(requests.decline, { params: { id }, revision, ...input }),
    onSuccess: declined => keepRequest(client, declined),
  })
}

/** Another user may have changed it: refetches the stored state. */
export function useRefreshRequests(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => makeRequestsStale(client)
}

/** Uses the server's answer at once and refetches the lists. */
function keepRequest(client: QueryClient, request: Request): Promise<unknown> {
  client.setQueryData(requestQuery(request.id).queryKey, request)
  return makeRequestsStale(client, request.id)
}

function makeRequestsStale(client: QueryClient, freshId?: string): Promise<unknown> {
  const isStale = (key: readonly unknown[]) => freshId === undefined || key[1] !== 'item' || key[2] !== freshId
  return client.invalidateQueries({ queryKey: ['requests'], predicate: ({ queryKey }) => isStale(queryKey) })
}
