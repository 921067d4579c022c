import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { search } from '#contract/search.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The best hits of each kind; the answer to what was typed before stays until this one has come. Nothing typed, nothing asked. */
export function searchQuery(typed: string, customer: string | undefined) {
  return queryOptions({
    queryKey: ['search', typed, customer],
    queryFn: ({ signal }) => call(search.find, { query: { search: typed, customer }, signal, silent: true }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    // A search that is repeated wants to know how things are now.
    staleTime: 0,
    gcTime: 30_000,
  })
}
