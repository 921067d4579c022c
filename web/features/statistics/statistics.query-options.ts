import { queryOptions } from '@tanstack/react-query'
import { statistics } from '#contract/statistics.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The last twelve months, oldest first. */
export function workMonthsQuery() {
  return queryOptions({
    queryKey: ['statistics', 'workMonths'],
    queryFn: async ({ signal }) => (await call(statistics.workMonths, { signal })).results,
  })
}

/** A customer's total revenue. Its key is below the tickets': a change of a ticket invalidates both. */
export function customerSumsQuery(customerId: string) {
  return queryOptions({
    queryKey: ['tickets', 'customerSums', customerId],
    queryFn: ({ signal }) => call(statistics.customerSums, { params: { id: customerId }, signal }),
  })
}
