import { useMutation, useQueryClient } from '@tanstack/react-query'
import { numberSeries, type SeriesInput } from '#contract/number-series.ts'
import { call } from '#web/lib/api/api-client.ts'

export function useSetSeries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: SeriesInput; revision: number }) => call(numberSeries.set, input),
    // A draft may have lacked it.
    onSuccess: () => client.invalidateQueries({ queryKey: ['invoices'] }),
  })
}
