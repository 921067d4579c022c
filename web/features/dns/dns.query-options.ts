import { queryOptions } from '@tanstack/react-query'
import { deviceServices } from '#contract/device-services.ts'
import { dnsDomains } from '#contract/dns-domains.ts'
import { dnsEndpoints } from '#contract/dns-endpoints.ts'
import { dnsHostnames } from '#contract/dns-hostnames.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

export type DnsHostnameFilter = ListQueryOf<typeof dnsHostnames.list>
export type DnsDomainFilter = ListQueryOf<typeof dnsDomains.list>
export type DnsEndpointFilter = ListQueryOf<typeof dnsEndpoints.list>

export const dnsHostnamesQuery = rowsQuery(['dns', 'hostnames'], loadDnsHostnames)
export const dnsDomainsQuery = rowsQuery(['dns', 'domains'], loadDnsDomains)
export const dnsEndpointsQuery = rowsQuery(['dns', 'endpoints'], loadDnsEndpoints)

/** A page of host names. */
export function loadDnsHostnames(filter: DnsHostnameFilter, signal: AbortSignal) {
  return call(dnsHostnames.list, { query: filter, signal })
}

/** A page of domains. */
export function loadDnsDomains(filter: DnsDomainFilter, signal: AbortSignal) {
  return call(dnsDomains.list, { query: filter, signal })
}

/** A page of endpoints. */
export function loadDnsEndpoints(filter: DnsEndpointFilter, signal: AbortSignal) {
  return call(dnsEndpoints.list, { query: filter, signal })
}

export function dnsHostnameQuery(id: string) {
  return queryOptions({
    queryKey: ['dns', 'hostname', id],
    queryFn: ({ signal }) => call(dnsHostnames.get, { params: { id }, signal }),
  })
}

export function dnsDomainQuery(id: string) {
  return queryOptions({
    queryKey: ['dns', 'domain', id],
    queryFn: ({ signal }) => call(dnsDomains.get, { params: { id }, signal }),
  })
}

export function dnsEndpointQuery(id: string) {
  return queryOptions({
    queryKey: ['dns', 'endpoint', id],
    queryFn: ({ signal }) => call(dnsEndpoints.get, { params: { id }, signal }),
  })
}

/** The latest `page_size` changes of a host name. */
export function dnsChangesQuery(id: string, page_size: number) {
  return queryOptions({
    queryKey: ['dns', 'changes', id, page_size],
    queryFn: ({ signal }) => call(dnsHostnames.listChanges, { params: { id }, query: { page_size }, signal }),
  })
}

/** The latest `page_size` calls of an endpoint. */
export function dnsCallsQuery(id: string, page_size: number) {
  return queryOptions({
    queryKey: ['dns', 'calls', id, page_size],
    queryFn: ({ signal }) => call(dnsEndpoints.listCalls, { params: { id }, query: { page_size }, signal }),
  })
}

/** The devices of a customer, as many as fit on one page. */
export function dnsDevicesQuery(customer: string) {
  return queryOptions({
    queryKey: ['services', 'devices', customer],
    queryFn: async ({ signal }) =>
      (await call(deviceServices.list, { query: { customer, page_size: pageSizeMax }, signal })).results,
  })
}

/** Fetches the current row, bypassing every cache, to resolve a conflict. */
export function getLatestDnsHostname(id: string) {
  return call(dnsHostnames.get, { params: { id } })
}

export function getLatestDnsDomain(id: string) {
  return call(dnsDomains.get, { params: { id } })
}

export function getLatestDnsEndpoint(id: string) {
  return call(dnsEndpoints.get, { params: { id } })
}
