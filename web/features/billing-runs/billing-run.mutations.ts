import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BillingRun, billingRuns, type NewBillingRun } from '#contract/billing-runs.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { billingRunQuery } from './billing-run.query-options.ts'

/** Starts, issues and stops the run of a month. Each may be repeated: it adds nothing twice. */
export function useBillingRun(month: string) {
  const client = useQueryClient()
  const onSuccess = (run: BillingRun) => client.setQueryData(billingRunQuery(month).queryKey, run)
  const shared = { onSuccess, onError: showFailure }
  return {
    start: useMutation({
      ...shared,
      mutationFn: (how: Omit<NewBillingRun, 'month'>) => call(billingRuns.start, { body: { month, ...how } }),
    }),
    issue: useMutation({ ...shared, mutationFn: () => call(billingRuns.issue, { body: { month } }) }),
    stop: useMutation({ ...shared, mutationFn: () => call(billingRuns.stop, { body: { month } }) }),
  }
}
