import { queryOptions } from '@tanstack/react-query'
import { type CustomerExport, customerExports } from '#contract/customer-exports.ts'
import { erasures } from '#contract/erasures.ts'
import { call } from '#web/lib/api/api-client.ts'

/** How often an export on its way is asked for. */
const lookEveryMs = 1_000
/** Of older ones nothing is left but that they were. */
const shownMax = 3

/** The last exports of a customer, newest first; looked at again while one of them is being made. */
export function exportsQuery(customerId: string) {
  return queryOptions({
    queryKey: ['privacy', 'exports', customerId],
    queryFn: ({ signal }) =>
      call(customerExports.list, { params: { id: customerId }, query: { page_size: shownMax }, signal }),
    refetchInterval: query => (query.state.data?.results.some(isOnItsWay) ? lookEveryMs : false),
  })
}

export function isOnItsWay({ state }: Pick<CustomerExport, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

/** Whether the account is to be deleted, what is in the way, and what has to be kept. */
export function erasureQuery(customerId: string) {
  return queryOptions({
    queryKey: ['privacy', 'erasure', customerId],
    queryFn: ({ signal }) => call(erasures.get, { params: { id: customerId }, signal }),
  })
}
