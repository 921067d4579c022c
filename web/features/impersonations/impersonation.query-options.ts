import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import { impersonations } from '#contract/impersonations.ts'
import { call } from '#web/lib/api/api-client.ts'

export type ViewFilter = { [Name in keyof Query<typeof impersonations.list>]?: number | undefined }

/** Shares its prefix with the queries about customers: each start and end is a change of the customer. */
export function impersonationsQuery(filter: ViewFilter) {
  return queryOptions({
    queryKey: ['customers', 'views', filter],
    queryFn: ({ signal }) => loadImpersonations(filter, signal),
    placeholderData: keepPreviousData,
  })
}

export function loadImpersonations(filter: ViewFilter, signal: AbortSignal) {
  return call(impersonations.list, { query: filter, signal })
}
