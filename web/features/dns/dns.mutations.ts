import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DnsDomain, type DnsDomainInput, dnsDomains, type NewDnsDomain } from '#contract/dns-domains.ts'
import { type DnsEndpoint, type DnsEndpointInput, dnsEndpoints, type NewDnsEndpoint } from '#contract/dns-endpoints.ts'
import { type DnsHostname, type DnsHostnameInput, dnsHostnames, type NewDnsHostname } from '#contract/dns-hostnames.ts'
import { call } from '#web/lib/api/api-client.ts'

type Change<Values> = { id: string; revision: number; change: Partial<Values> }
type New<Values> = { body: Values; idempotencyKey: string }

/** Refetches everything about DNS: a domain, its names and their endpoints show each other. */
function useRefreshDns() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['dns'] })
}

export function useCreateDnsHostname() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: (input: New<NewDnsHostname>) => call(dnsHostnames.create, input),
    onSuccess: refresh,
  })
}

export function useUpdateDnsHostname() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id, revision, change }: Change<DnsHostnameInput>) =>
      call(dnsHostnames.update, { params: { id }, revision, body: change }),
    onSuccess: refresh,
  })
}

export function useDeleteDnsHostname() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ row: { id, revision }, record }: { row: DnsHostname; record: 'keep' | 'remove' }) =>
      call(dnsHostnames.delete, { params: { id }, query: { record }, revision }),
    onSettled: refresh,
  })
}

/** Writes the record at the provider now. */
export function useUpdateNow() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id }: DnsHostname) => call(dnsHostnames.updateNow, { params: { id } }),
    onSettled: refresh,
  })
}

export function useAdopt() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id }: DnsHostname) => call(dnsHostnames.adopt, { params: { id } }),
    onSettled: refresh,
  })
}

export function useOverwrite() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id }: DnsHostname) => call(dnsHostnames.overwrite, { params: { id } }),
    onSettled: refresh,
  })
}

/** Not a mutation, whose cache would keep the key for some minutes. */
export function useCreateDnsDomain() {
  const refresh = useRefreshDns()
  return async (input: New<NewDnsDomain>) => {
    const created = await call(dnsDomains.create, input)
    await refresh()
    return created
  }
}

export function useUpdateDnsDomain() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id, revision, change }: Change<DnsDomainInput>) =>
      call(dnsDomains.update, { params: { id }, revision, body: change }),
    onSuccess: refresh,
  })
}

/** Not a mutation, for the same reason. */
export function useSetApiKey() {
  const refresh = useRefreshDns()
  return async ({ id, revision }: DnsDomain, apiKey: string) => {
    const saved = await call(dnsDomains.setApiKey, { params: { id }, revision, body: { apiKey } })
    await refresh()
    return saved
  }
}

export function useCheckDnsDomain() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id }: DnsDomain) => call(dnsDomains.check, { params: { id } }),
    onSettled: refresh,
  })
}

export function useDeleteDnsDomain() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id, revision }: DnsDomain) => call(dnsDomains.delete, { params: { id }, revision }),
    onSettled: refresh,
  })
}

export function useCreateDnsEndpoint() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: (input: New<NewDnsEndpoint>) => call(dnsEndpoints.create, input),
    onSuccess: refresh,
  })
}

export function useUpdateDnsEndpoint() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id, revision, change }: Change<DnsEndpointInput>) =>
      call(dnsEndpoints.update, { params: { id }, revision, body: change }),
    onSuccess: refresh,
  })
}

/** Only this answer contains the token. Not a mutation, whose cache would keep it. */
export function useMakeDnsToken() {
  const refresh = useRefreshDns()
  return async ({ id }: DnsEndpoint) => {
    const made = await call(dnsEndpoints.makeToken, { params: { id } })
    await refresh()
    return made
  }
}

export function useDeleteDnsEndpoint() {
  const refresh = useRefreshDns()
  return useMutation({
    mutationFn: ({ id, revision }: DnsEndpoint) => call(dnsEndpoints.delete, { params: { id }, revision }),
    onSettled: refresh,
  })
}
