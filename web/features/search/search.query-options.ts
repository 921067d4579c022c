import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { search } from '#contract/search.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The best hits of each kind. Keeps the previous results until the new ones arrive. Disabled without input. */
export function searchQuery(typed: string, customer: string | undefined) {
  return queryOptions({
    queryKey: ['search', typed, customer],
    queryFn: ({ signal }) => call(search.find, { query: { search: typed, customer }, signal, silent: true }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    // A repeated search expects current results.
    staleTime: 0,
    gcTime: 30_000,
  })
}
