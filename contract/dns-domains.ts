/** DNS domains: a customer's zone at a DNS provider, and the key that may write it. */
import * as z from 'zod/mini'
import { dnsCheckFailures, dnsFailureState, dnsOptions, domainName, nameServer } from './dns-fields.ts'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { dnsApiKeyLengthMax, dnsNameServersMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { dnsDomainList, dnsProviderTypes } from './lists.ts'

export const dnsDomainPermissions = ['update', 'delete', 'setApiKey', 'check'] as const

/** One step of 'Verbindung prüfen'. `unknown`: could not be determined; `reason` is set unless it is `ok`. */
const checkStep = z.object({
  result: z.enum(['ok', 'failed', 'unknown']),
  failure: z.nullable(z.enum(dnsCheckFailures)),
  detail: z.string(),
})

export const dnsDomainCheck = z.object({
  at: instant,
  /** The provider accepts the key. */
  key: checkStep,
  /** It has the zone. */
  zone: checkStep,
  /** The key may write; `unknown` where only a write can prove it and no host name is right yet. */
  write: checkStep,
  /** The domain is delegated to servers that publish the zone; `detail` names them. */
  delegation: checkStep,
})
export type DnsDomainCheck = z.output<typeof dnsDomainCheck>

export const dnsDomain = z.object({
  id,
  /** In ASCII (punycode). */
  domain: z.string(),
  type: z.enum(dnsProviderTypes),
  customer: z.object({ id, name: z.string() }),
  options: dnsOptions,
  /** Empty: as delegated. */
  nameServers: z.array(z.string()),
  /** Whether a key is stored. It is never sent back. */
  hasApiKey: z.boolean(),
  /** The smallest TTL that can be saved, in seconds; null: the provider sets the TTL itself. */
  ttlMin: z.nullable(z.int()),
  hostnamesCount: z.int(),
  /** The last check of the connection. */
  lastCheck: z.nullable(dnsDomainCheck),
  /** Stops all writes to the domain; null while there is none. */
  failure: z.nullable(dnsFailureState),
  failingSince: z.nullable(instant),
  permissions: z.array(z.enum(dnsDomainPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type DnsDomain = z.output<typeof dnsDomain>

/** The full body of a domain for PUT. Another address or user discards the key. */
export const dnsDomainInput = z.strictObject({
  domain: domainName,
  type: z.enum(dnsProviderTypes, 'dns_type.required'),
  options: dnsOptions,
  nameServers: z.array(nameServer).check(z.maxLength(dnsNameServersMax, 'name_servers.too_many')),
})
export type DnsDomainInput = z.output<typeof dnsDomainInput>

/** For another system: only its length is limited. */
const apiKey = z
  .string('dns_api_key.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'dns_api_key.required', abort: true }),
    z.maxLength(dnsApiKeyLengthMax, { error: 'too_long', abort: true }),
    z.regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'text.characters'),
  )

const { domain, type } = dnsDomainInput.shape
export const newDnsDomain = z.extend(z.partial(dnsDomainInput), {
  domain,
  type,
  apiKey: z.optional(apiKey),
  /** The caller's own by default. */
  customerId: z.optional(id),
})
export type NewDnsDomain = z.output<typeof newDnsDomain>

export const dnsDomainQuery = listQuery(dnsDomainList)

/** Another provider discards the key; another domain moves all host names. */
const moving = { changes: ['domain', 'type', 'options'] }

export const dnsDomains = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/dns-domains/',
    access: 'customer',
    summary: 'DNS domains, by name unless ordered otherwise.',
    query: dnsDomainQuery,
    response: page(dnsDomain),
  },
  create: {
    method: 'POST',
    path: '/api/backend/dns-domains/',
    access: 'customer',
    summary: 'Add a DNS domain, with `apiKey` also its key.',
    body: newDnsDomain,
    response: dnsDomain,
    status: 201,
    stepUp: { changes: ['apiKey'] },
  },
  get: {
    method: 'GET',
    path: '/api/backend/dns-domains/{id}/',
    access: 'customer',
    summary: 'One DNS domain.',
    response: dnsDomain,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/dns-domains/{id}/',
    access: 'customer',
    summary: 'Replace a DNS domain; requires the full body. Another server or user discards the key.',
    body: z.partial(dnsDomainInput),
    response: dnsDomain,
    conditional: true,
    stepUp: moving,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/dns-domains/{id}/',
    access: 'customer',
    summary: 'Change parts of a DNS domain. Another server or user discards the key.',
    body: z.partial(dnsDomainInput),
    response: dnsDomain,
    conditional: true,
    stepUp: moving,
  },
  setApiKey: {
    method: 'PUT',
    path: '/api/backend/dns-domains/{id}/api-key/',
    access: 'customer',
    summary: 'Store the key of the provider, sealed, replacing the previous one. It is never sent back.',
    body: z.strictObject({ apiKey }),
    response: dnsDomain,
    conditional: true,
    stepUp: 'always',
  },
  check: {
    method: 'POST',
    path: '/api/backend/dns-domains/{id}/check/',
    access: 'customer',
    summary: 'Check key, zone and delegation of a domain, without a change to any record.',
    response: dnsDomain,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/dns-domains/{id}/',
    access: 'customer',
    summary: 'Delete a DNS domain with its host names; the records at the provider stay.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
})
