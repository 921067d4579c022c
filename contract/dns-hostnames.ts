/** DNS host names: records that the portal keeps right at the customer's DNS provider. */
import * as z from 'zod/mini'
import { dnsFailureState, dnsSources, hostLabels, ttl } from './dns-fields.ts'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { id, instant, ipAddress } from './fields.ts'
import { listQuery } from './list-query.ts'
import { dnsHostnameList, dnsHostnameStates, dnsRecordTypes } from './lists.ts'

/** `removeRecord`: deleting may also remove the record at the provider. */
export const dnsHostnamePermissions = ['update', 'delete', 'removeRecord', 'updateNow', 'adopt', 'overwrite'] as const

export const dnsHostname = z.object({
  id,
  /** Below the domain: `nas.home`, `@`, `*`. */
  hostname: z.string(),
  /** The whole name, without the final dot. */
  fullName: z.string(),
  type: z.enum(dnsRecordTypes),
  source: z.enum(dnsSources),
  /** The lower half of the address (`::1a2b`), of `prefix` only. */
  suffix: z.string(),
  domain: z.object({ id, domain: z.string() }),
  customer: z.object({ id, name: z.string() }),
  endpoints: z.array(z.object({ id, name: z.string() })),
  /** The wanted address; empty until there is one. */
  value: z.string(),
  /** Seconds. */
  ttl: z.int(),
  state: z.enum(dnsHostnameStates),
  /** The provider accepted the value. */
  lastUpdate: z.nullable(instant),
  /** Every authoritative server published it. */
  verifiedAt: z.nullable(instant),
  /** Source of `verifiedAt`: the name servers, or only the provider where they cannot be queried. */
  verifiedBy: z.nullable(z.enum(['servers', 'provider'])),
  /** A router reported the value. */
  reportedAt: z.nullable(instant),
  /** The other values found, where the state is `differs`. */
  foundValues: z.array(z.string()),
  failure: z.nullable(dnsFailureState),
  /** The next attempt or query; null if none is due before a change. */
  nextAttemptAt: z.nullable(instant),
  permissions: z.array(z.enum(dnsHostnamePermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type DnsHostname = z.output<typeof dnsHostname>

/** The full body of a host name for PUT. */
export const dnsHostnameInput = z.strictObject({
  hostname: hostLabels,
  type: z.enum(dnsRecordTypes, 'dns_type.required'),
  /** Another domain must be of the same customer. */
  domainId: z.pipe(
    z
      .string('dns_domain.required')
      .check(z.minLength(1, { error: 'dns_domain.required', abort: true }), z.maxLength(36, 'id.invalid')),
    id,
  ),
  source: z.enum(dnsSources),
  /** Required by `prefix`, refused otherwise. */
  suffix: ipAddress,
  /** Required by `fixed`. For other sources the next report replaces it. */
  value: ipAddress,
  ttl,
})
export type DnsHostnameInput = z.output<typeof dnsHostnameInput>

const { hostname, type, domainId } = dnsHostnameInput.shape
/** `reported` and 300 seconds, or the provider's smallest TTL, by default. */
export const newDnsHostname = z.extend(z.partial(dnsHostnameInput), { hostname, type, domainId })
export type NewDnsHostname = z.output<typeof newDnsHostname>

/** A change of a record, and who caused it. Kept for 90 days. */
export const dnsChange = z.object({
  id,
  at: instant,
  /** `router`: reported; `portal`: a person; `provider`: changed there, not by the portal. */
  cause: z.enum(['router', 'portal', 'provider']),
  /** `wanted`: a new value is wanted; `written`: the provider accepted; `verified`; `failed`; `found`: another value. */
  event: z.enum(['wanted', 'written', 'verified', 'failed', 'found']),
  value: z.string(),
  failure: z.nullable(dnsFailureState),
})
export type DnsChange = z.output<typeof dnsChange>

export const dnsHostnameQuery = listQuery(dnsHostnameList)

/** A typed address, or another name for it, sends the visitors of that name elsewhere. */
const redirecting = { changes: ['hostname', 'domainId', 'value'] }

export const dnsHostnames = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/dns-hostnames/',
    access: 'customer',
    summary: 'DNS host names, by name unless ordered otherwise.',
    query: dnsHostnameQuery,
    response: page(dnsHostname),
  },
  create: {
    method: 'POST',
    path: '/api/backend/dns-hostnames/',
    access: 'customer',
    summary: 'Add a host name to a domain.',
    body: newDnsHostname,
    response: dnsHostname,
    status: 201,
    stepUp: { changes: ['value'] },
  },
  get: {
    method: 'GET',
    path: '/api/backend/dns-hostnames/{id}/',
    access: 'customer',
    summary: 'One host name.',
    response: dnsHostname,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/dns-hostnames/{id}/',
    access: 'customer',
    summary: 'Replace a host name; requires the full body. The record of an earlier name stays at the provider.',
    body: z.partial(dnsHostnameInput),
    response: dnsHostname,
    conditional: true,
    stepUp: redirecting,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/dns-hostnames/{id}/',
    access: 'customer',
    summary: 'Change parts of a host name. The record of an earlier name stays at the provider.',
    body: z.partial(dnsHostnameInput),
    response: dnsHostname,
    conditional: true,
    stepUp: redirecting,
  },
  listChanges: {
    method: 'GET',
    path: '/api/backend/dns-hostnames/{id}/changes/',
    access: 'customer',
    summary: 'Changes of a host name in the last 90 days, newest first.',
    query: pageQuery,
    response: page(dnsChange),
  },
  updateNow: {
    method: 'POST',
    path: '/api/backend/dns-hostnames/{id}/update/',
    access: 'customer',
    summary: 'Write the address at the provider now; the answer comes after eight seconds at the latest.',
    response: dnsHostname,
  },
  adopt: {
    method: 'POST',
    path: '/api/backend/dns-hostnames/{id}/adopt/',
    access: 'customer',
    summary: 'Take over the address found at the provider.',
    response: dnsHostname,
  },
  overwrite: {
    method: 'POST',
    path: '/api/backend/dns-hostnames/{id}/overwrite/',
    access: 'customer',
    summary: 'Replace the addresses found at the provider, as above.',
    response: dnsHostname,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/dns-hostnames/{id}/',
    access: 'customer',
    summary: 'Delete a host name; with `record=remove` its record at the provider, too.',
    query: z.strictObject({ record: z._default(z.enum(['keep', 'remove']), 'keep') }),
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
})
