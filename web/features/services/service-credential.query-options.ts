import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pageSizeMax } from '#contract/limits.ts'
import { serviceCredentials } from '#contract/service-credentials.ts'
import { call } from '#web/lib/api/api-client.ts'

export const revealPageSize = 10

export function credentialsQuery(service: string) {
  return queryOptions({
    queryKey: ['services', 'credentials', service],
    queryFn: ({ signal }) => call(serviceCredentials.list, { query: { service, page_size: pageSizeMax }, signal }),
  })
}

/** Who revealed a password, newest first. */
export function revealsQuery(id: string, page: number) {
  return queryOptions({
    queryKey: [...revealsKey(id), page],
    queryFn: ({ signal }) => loadReveals(id, { page, page_size: revealPageSize }, signal),
    placeholderData: keepPreviousData,
  })
}

/** A page of them. */
export function loadReveals(id: string, paging: { page: number; page_size: number }, signal: AbortSignal) {
  return call(serviceCredentials.listReveals, { params: { id }, query: paging, signal })
}

/** Prefix of all pages of `revealsQuery`. */
export function revealsKey(id: string) {
  return ['services', 'reveals', id] as const
}

/** Fetches the current credential, bypassing every cache, to resolve a conflict. */
export function getLatestCredential(id: string) {
  return call(serviceCredentials.get, { params: { id } })
}
