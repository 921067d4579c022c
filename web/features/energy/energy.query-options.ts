import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { energyAlarms } from '#contract/energy-alarms.ts'
import { energyChannels } from '#contract/energy-channels.ts'
import { energyForecasts } from '#contract/energy-forecasts.ts'
import { energyGaps } from '#contract/energy-gaps.ts'
import { energyMeasurements } from '#contract/energy-history.ts'
import { energyProposals } from '#contract/energy-proposals.ts'
import { energySavings } from '#contract/energy-savings.ts'
import { energySites } from '#contract/energy-sites.ts'
import { energyStorages } from '#contract/energy-storages.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'
import type { EnergyRange } from './energy-range.ts'

/** How often the flows of a visible page are fetched. */
const liveIntervalMs = 10_000

/** Filters of a list of sites, by the API's names. */
export type SiteFilter = ListQueryOf<typeof energySites.list>

export const sitesQuery = rowsQuery(['energy', 'sites'], loadSites)

/** A page of sites. */
export function loadSites(filter: SiteFilter, signal: AbortSignal) {
  return call(energySites.list, { query: filter, signal })
}

/** The list with its latest values, refetched while its page is visible. */
export function listedSitesQuery(filter: SiteFilter) {
  return { ...sitesQuery(filter), refetchInterval: liveIntervalMs }
}

/** Sums of all sites. */
export function siteSummaryQuery() {
  return queryOptions({
    queryKey: ['energy', 'summary'],
    queryFn: ({ signal }) => call(energySites.summary, { signal, silent: true }),
    refetchInterval: liveIntervalMs,
  })
}

export function siteQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'site', id],
    queryFn: ({ signal }) => call(energySites.get, { params: { id }, signal }),
  })
}

/** Fetches the current site, bypassing every cache, to resolve a conflict. */
export function getLatestSite(id: string) {
  return call(energySites.get, { params: { id } })
}

/** The latest value of each channel and flow. */
export function liveQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'live', id],
    queryFn: ({ signal }) => call(energyMeasurements.live, { params: { id }, signal, silent: true }),
    refetchInterval: liveIntervalMs,
  })
}

export function historyQuery(id: string, { from, to, step }: Pick<EnergyRange, 'from' | 'to' | 'step'>) {
  return queryOptions({
    queryKey: ['energy', 'history', id, from, to, step],
    queryFn: ({ signal }) => call(energyMeasurements.history, { params: { id }, query: { from, to, step }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Why quarter-hours of a period are gaps. */
export function gapsQuery(id: string, { from, to }: Pick<EnergyRange, 'from' | 'to'>) {
  return queryOptions({
    queryKey: ['energy', 'gaps', id, from, to],
    queryFn: ({ signal }) => call(energyGaps.list, { params: { id }, query: { from, to }, signal, silent: true }),
  })
}

/** Savings by control on the days of a period. */
export function savingsQuery(id: string, { from, to }: Pick<EnergyRange, 'from' | 'to'>) {
  return queryOptions({
    queryKey: ['energy', 'savings', id, from, to],
    queryFn: ({ signal }) => call(energySavings.get, { params: { id }, query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Errors of the forecasts of the last thirty days. */
export function forecastErrorsQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'forecast-errors', id],
    queryFn: ({ signal }) => call(energyForecasts.errors, { params: { id }, query: {}, signal }),
  })
}

/** All channels of a site. */
export function channelsQuery(site: string) {
  return queryOptions({
    queryKey: ['energy', 'channels', site],
    queryFn: ({ signal }) => call(energyChannels.list, { query: { site, page_size: pageSizeMax }, signal }),
  })
}

/** Fetches the current channel, bypassing every cache, to resolve a conflict. */
export function getLatestChannel(id: string) {
  return call(energyChannels.get, { params: { id } })
}

/** Unassigned values that devices of a site send. Their examples are refetched while the page is visible. */
export function proposalsQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'proposals', id],
    queryFn: ({ signal }) => call(energyProposals.list, { params: { id }, signal, silent: true }),
    refetchInterval: liveIntervalMs,
  })
}

/** All storages of a site. */
export function storagesQuery(site: string) {
  return queryOptions({
    queryKey: ['energy', 'storages', site],
    queryFn: ({ signal }) => call(energyStorages.list, { query: { site, page_size: pageSizeMax }, signal }),
  })
}

/** Fetches the current storage, bypassing every cache, to resolve a conflict. */
export function getLatestStorage(id: string) {
  return call(energyStorages.get, { params: { id } })
}

/** The last refused readings. */
export function rejectionsQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'rejections', id],
    queryFn: ({ signal }) => call(energyMeasurements.rejections, { params: { id }, signal }),
  })
}

/** The alarms of a site, and the muted kinds. */
export function alarmsQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'alarms', id],
    queryFn: ({ signal }) => call(energyAlarms.list, { params: { id }, signal }),
  })
}
