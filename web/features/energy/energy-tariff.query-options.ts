/** Tariffs, prices and bills of a site. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { energyCosts, energyTariffs } from '#contract/energy-tariffs.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Prices of tomorrow arrive in the early afternoon. */
const priceIntervalMs = 5 * 60_000

/** The tariffs of a site, the latest first. */
export function tariffsQuery(site: string) {
  return queryOptions({
    queryKey: ['energy', 'tariffs', site],
    queryFn: ({ signal }) => call(energyTariffs.list, { query: { site, page_size: pageSizeMax }, signal }),
  })
}

/** Fetches the current tariff, bypassing every cache, to resolve a conflict. */
export function getLatestTariff(id: string) {
  return call(energyTariffs.get, { params: { id } })
}

/** The legal rules for the feed-in of a site. */
export function tariffTermsQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'tariffTerms', id],
    queryFn: ({ signal }) => call(energyCosts.terms, { params: { id }, signal }),
  })
}

/** The prices of today and tomorrow. */
export function sitePricesQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'prices', id],
    queryFn: ({ signal }) => call(energyCosts.prices, { params: { id }, signal }),
    refetchInterval: priceIntervalMs,
  })
}

/** The bill of a month (`YYYY-MM`). */
export function billQuery(id: string, month: string) {
  return queryOptions({
    queryKey: ['energy', 'bill', id, month],
    queryFn: ({ signal }) => call(energyCosts.bill, { params: { id }, query: { month }, signal }),
    placeholderData: keepPreviousData,
  })
}
