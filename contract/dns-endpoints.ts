/** DNS endpoints: a router's login for update calls, and the host names it may set. */
import * as z from 'zod/mini'
import { dnsRouters } from './dns-routers.ts'
import { requestTemplate } from './dns-template.ts'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { id, instant, line } from './fields.ts'
import { dnsEndpointHostnamesMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { dnsEndpointList, dnsHostnameStates, dnsRecordTypes } from './lists.ts'

export const dnsEndpointPermissions = ['update', 'delete', 'makeToken'] as const

/** A call as received, without its secrets. Kept for 90 days. */
export const dnsCall = z.object({
  id,
  at: instant,
  /** The caller. */
  address: z.string(),
  userAgent: z.string(),
  /** Method, path and query. */
  request: z.string(),
  /** Understood addresses; empty where none was reported. */
  ipv4: z.string(),
  ipv6: z.string(),
  prefix: z.string(),
  /** Why a reported address was not used. */
  hints: z.array(
    z.enum([
      'ipv4_not_public',
      'ipv6_not_public',
      'prefix_invalid',
      'address_invalid',
      'placeholder_left',
      'throttled',
    ]),
  ),
  status: z.int(),
  answer: z.string(),
  /** More than one: calls above the daily limit are only counted, and the last of them is shown. */
  calls: z.int(),
})
export type DnsCall = z.output<typeof dnsCall>

export const dnsEndpoint = z.object({
  id,
  name: z.string(),
  customer: z.object({ id, name: z.string() }),
  hostnames: z.array(
    z.object({ id, fullName: z.string(), type: z.enum(dnsRecordTypes), state: z.enum(dnsHostnameStates) }),
  ),
  requestTemplate: z.string(),
  router: z.enum(dnsRouters),
  isActive: z.boolean(),
  /** Its external IP address is set by the same calls. */
  device: z.nullable(z.object({ id, name: z.string() })),
  /** The user name of the calls. */
  userName: z.string(),
  /** Whether there is a token. It was shown once and cannot be read again. */
  hasToken: z.boolean(),
  /** The previous token works until then. */
  previousTokenUntil: z.nullable(instant),
  lastCall: z.nullable(dnsCall),
  permissions: z.array(z.enum(dnsEndpointPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type DnsEndpoint = z.output<typeof dnsEndpoint>

/** The full body of an endpoint for PUT. */
export const dnsEndpointInput = z.strictObject({
  name: line(),
  /** Of the same customer. */
  hostnameIds: z.array(id).check(z.maxLength(dnsEndpointHostnamesMax, 'dns_hostnames.too_many')),
  requestTemplate,
  router: z.enum(dnsRouters),
  isActive: z.boolean(),
  /** A device of the same customer. */
  deviceId: z.nullable(id),
})
export type DnsEndpointInput = z.output<typeof dnsEndpointInput>

const { name } = dnsEndpointInput.shape
/** Active, with the template of its router, by default. It has no token yet. */
export const newDnsEndpoint = z.extend(z.partial(dnsEndpointInput), {
  name,
  /** The caller's own by default. */
  customerId: z.optional(id),
})
export type NewDnsEndpoint = z.output<typeof newDnsEndpoint>

export const dnsEndpointQuery = listQuery(dnsEndpointList)

export const dnsEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/dns-endpoints/',
    access: 'customer',
    summary: 'DNS endpoints, by name unless ordered otherwise.',
    query: dnsEndpointQuery,
    response: page(dnsEndpoint),
  },
  create: {
    method: 'POST',
    path: '/api/backend/dns-endpoints/',
    access: 'customer',
    summary: 'Add a DNS endpoint. Its token is made by a call of its own.',
    body: newDnsEndpoint,
    response: dnsEndpoint,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/dns-endpoints/{id}/',
    access: 'customer',
    summary: 'One DNS endpoint with its last call.',
    response: dnsEndpoint,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/dns-endpoints/{id}/',
    access: 'customer',
    summary: 'Replace a DNS endpoint; requires the full body.',
    body: z.partial(dnsEndpointInput),
    response: dnsEndpoint,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/dns-endpoints/{id}/',
    access: 'customer',
    summary: 'Change parts of a DNS endpoint.',
    body: z.partial(dnsEndpointInput),
    response: dnsEndpoint,
    conditional: true,
  },
  makeToken: {
    method: 'POST',
    path: '/api/backend/dns-endpoints/{id}/token/',
    access: 'customer',
    summary: 'Create a new token and show it this once; the previous one works for seven more days.',
    response: z.object({ userName: z.string(), token: z.string() }),
    status: 201,
    isSecret: true,
    stepUp: 'always',
  },
  listCalls: {
    method: 'GET',
    path: '/api/backend/dns-endpoints/{id}/calls/',
    access: 'customer',
    summary: 'Calls of an endpoint in the last 90 days, newest first.',
    query: pageQuery,
    response: page(dnsCall),
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/dns-endpoints/{id}/',
    access: 'customer',
    summary: 'Delete a DNS endpoint; its calls are refused from then on. Host names stay.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
})
