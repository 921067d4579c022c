import { queryOptions } from '@tanstack/react-query'
import type { StoredFile } from '#contract/files.ts'
import { type Request, requests } from '#contract/requests.ts'
import { addressOf, call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

/** Filters of a list of requests, by the API's names. */
export type RequestFilter = ListQueryOf<typeof requests.list>

export const requestsQuery = rowsQuery(['requests', 'list'], loadRequests)

/** A page of requests. */
export function loadRequests(filter: RequestFilter, signal: AbortSignal) {
  return call(requests.list, { query: filter, signal })
}

export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['requests', 'item', id],
    queryFn: ({ signal }) => call(requests.get, { params: { id }, signal }),
  })
}

/** The number of requests by state, of one customer or of all visible requests. */
export function requestSummaryQuery(customer?: string) {
  return queryOptions({
    queryKey: ['requests', 'summary', customer],
    queryFn: ({ signal }) => call(requests.summary, { query: { customer }, signal }),
  })
}

/** Fetches the current request, bypassing every cache, to resolve a conflict. */
export function getLatestRequest(id: string) {
  return call(requests.get, { params: { id } })
}

export function attachmentHref({ id }: Pick<Request, 'id'>, file: StoredFile): string {
  return addressOf(requests.attachment, { id, fileId: file.id })
}

export function loadAttachment({ id }: Pick<Request, 'id'>, file: StoredFile) {
  return call(requests.attachment, { params: { id, fileId: file.id } })
}
