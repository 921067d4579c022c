import { queryOptions } from '@tanstack/react-query'
import { statistics } from '#contract/statistics.ts'
import { call } from '#web/lib/api.ts'

/** The last twelve months, oldest first. */
export function workMonthsQuery() {
  return queryOptions({
    queryKey: ['statistics', 'workMonths'],
    queryFn: async ({ signal }) => (await call(statistics.workMonths, { signal })).results,
  })
}
