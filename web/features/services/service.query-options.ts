import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { applicationServices } from '#contract/application-services.ts'
import { deviceServices } from '#contract/device-services.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { type ServiceCollection, serviceCollections } from '#contract/service-collections.ts'
import { type Service, services } from '#contract/services.ts'
import { websiteServices } from '#contract/website-services.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type LoadPage, loadAllRows } from '#web/lib/api/load-all-rows.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

/** Filters of a list of services, by the API's names. */
export type ServiceFilter = ListQueryOf<typeof services.list>

export type CollectionFilter = ListQueryOf<typeof serviceCollections.list>

/** By default, services that are down come first. */
export const usualOrdering = 'state'

export const servicesQuery = rowsQuery(['services', 'list'], loadServices)

/** A page of services. */
export function loadServices(filter: ServiceFilter, signal: AbortSignal) {
  return call(services.list, { query: filter, signal })
}

/** Polls every minute: monitored services change on their own. */
export function serviceQuery(id: string) {
  return queryOptions({
    queryKey: ['services', 'item', id],
    queryFn: ({ signal }) => call(services.get, { params: { id }, signal }),
    refetchInterval: 60_000,
  })
}

/** Figures above an overview, of one customer or of all visible services. */
export function serviceSummaryQuery(customer?: string) {
  return queryOptions({
    queryKey: ['services', 'summary', customer],
    queryFn: ({ signal }) => call(services.summary, { query: { customer }, signal }),
  })
}

/** A website's availability by day. `checkedAt` is its last check: a new one adds data. */
export function websiteHistoryQuery(id: string, checkedAt: string | undefined) {
  return queryOptions({
    queryKey: ['services', 'history', id, checkedAt],
    queryFn: ({ signal }) => call(websiteServices.history, { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A customer's services of each kind, as many as fit on one page. */
export const ownServiceQueries = {
  websites: (customer: string) => ({
    queryKey: ['services', 'own', 'website', customer],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(websiteServices.list, { query: { customer, page_size: pageSizeMax }, signal })).results,
  }),
  applications: (customer: string) => ({
    queryKey: ['services', 'own', 'application', customer],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(applicationServices.list, { query: { customer, page_size: pageSizeMax }, signal })).results,
  }),
  devices: (customer: string) => ({
    queryKey: ['services', 'own', 'device', customer],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(deviceServices.list, { query: { customer, page_size: pageSizeMax }, signal })).results,
  }),
}

export const collectionsQuery = rowsQuery(['services', 'collections'], loadCollections)

/** All services of a customer by name, to list or select from. */
export function allServicesQuery(customer: string | undefined) {
  const loadPage: LoadPage<Service> = (paging, signal) =>
    loadServices({ customer, ordering: 'name', ...paging }, signal)
  return queryOptions({
    queryKey: ['services', 'all', customer],
    queryFn: ({ signal }) => loadAllRows({ loadPage, rowKey: ({ id }) => id, signal }),
  })
}

/** All groups of a customer by name. */
export function allCollectionsQuery(customer: string | undefined) {
  const loadPage: LoadPage<ServiceCollection> = (paging, signal) =>
    loadCollections({ customer, ordering: 'name', ...paging }, signal)
  return queryOptions({
    queryKey: ['services', 'allCollections', customer],
    queryFn: ({ signal }) => loadAllRows({ loadPage, rowKey: ({ id }) => id, signal }),
  })
}

/** A page of groups. */
export function loadCollections(filter: CollectionFilter, signal: AbortSignal) {
  return call(serviceCollections.list, { query: filter, signal })
}

/** Fetches the current service, bypassing every cache, to resolve a conflict. */
export function getLatestService(id: string) {
  return call(services.get, { params: { id } })
}

/** Fetches the current group, bypassing every cache, to resolve a conflict. */
export function getLatestCollection(id: string) {
  return call(serviceCollections.get, { params: { id } })
}
