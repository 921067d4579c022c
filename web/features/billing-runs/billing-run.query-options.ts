import { queryOptions } from '@tanstack/react-query'
import { type BillingRun, billingRuns } from '#contract/billing-runs.ts'
import { call } from '#web/lib/api/api-client.ts'

const progressMs = 1_500

/** The billing run of a month (`YYYY-MM`); polled while it is at work. */
export function billingRunQuery(month: string) {
  return queryOptions({
    queryKey: ['invoices', 'billingRun', month],
    queryFn: ({ signal }) => call(billingRuns.get, { query: { month }, signal }),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? progressMs : false),
  })
}

export function isAtWork(run: BillingRun | undefined): boolean {
  return run?.state === 'drafting' || run?.state === 'issuing'
}
