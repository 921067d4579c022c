import { queryOptions } from '@tanstack/react-query'
import { numberSeries, type PresentedSeries, type SeriesKind } from '#contract/number-series.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The number series of invoices and cancellations. */
export function numberSeriesQuery() {
  return queryOptions({
    queryKey: ['invoices', 'numberSeries'],
    queryFn: ({ signal }) => call(numberSeries.list, { signal }),
  })
}

/** Fetches the current series, bypassing every cache, to resolve a conflict. */
export async function getLatestSeries(kind: SeriesKind): Promise<PresentedSeries> {
  const { results } = await call(numberSeries.list)
  const series = results.find(found => found.kind === kind)
  if (!series) throw new Error(`There is no number series of kind ${kind}.`)
  return series
}
