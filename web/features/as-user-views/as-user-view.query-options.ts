import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { asUserViews } from '#contract/as-user-views.ts'
import type { Query } from '#contract/endpoint.ts'
import { call } from '#web/lib/api-client.ts'

export type ViewFilter = { [Name in keyof Query<typeof asUserViews.list>]?: number | undefined }

/** Begins as the queries about customers do: each start and end is a change of the customer. */
export function viewsQuery(filter: ViewFilter) {
  return queryOptions({
    queryKey: ['customers', 'views', filter],
    queryFn: ({ signal }) => loadViews(filter, signal),
    placeholderData: keepPreviousData,
  })
}

export function loadViews(filter: ViewFilter, signal: AbortSignal) {
  return call(asUserViews.list, { query: filter, signal })
}
