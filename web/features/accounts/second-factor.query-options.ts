import { queryOptions } from '@tanstack/react-query'
import { secondFactors } from '#contract/second-factor.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The user's own second factor. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: ['accounts', 'secondFactor'],
    queryFn: ({ signal }) => call(secondFactors.get, { signal }),
  })
}
