import { queryOptions } from '@tanstack/react-query'
import { type CustomerExport, customerExports } from '#contract/customer-exports.ts'
import { erasures } from '#contract/erasures.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Polling interval while an export is in progress. */
const pollMs = 1_000
/** The files of older exports are deleted. */
const shownMax = 3

/** A customer's latest exports, newest first; polls while one of them is in progress. */
export function exportsQuery(customerId: string) {
  return queryOptions({
    queryKey: ['privacy', 'exports', customerId],
    queryFn: ({ signal }) =>
      call(customerExports.list, { params: { id: customerId }, query: { page_size: shownMax }, signal }),
    refetchInterval: query => (query.state.data?.results.some(isOnItsWay) ? pollMs : false),
  })
}

export function isOnItsWay({ state }: Pick<CustomerExport, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

/** Whether account deletion is requested, its obstacles, and the data to be retained. */
export function erasureQuery(customerId: string) {
  return queryOptions({
    queryKey: ['privacy', 'erasure', customerId],
    queryFn: ({ signal }) => call(erasures.get, { params: { id: customerId }, signal }),
  })
}
