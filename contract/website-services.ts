/** Websites: checked by the server every few minutes. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { calendarDate, instant } from './fields.ts'
import { listQuery } from './list-query.ts'
import { kindList } from './lists.ts'
import {
  credentialOfService,
  movedService,
  newCredential,
  serviceInputFields,
  serviceItemFields,
  websiteUrls,
} from './service-fields.ts'

/**
 * Why a check failed: the name is unknown; nobody answers there, or the connection is closed; no complete answer in
 * time; the certificate is invalid; the answer was an error (`statusCode` has it); the server may not call the address.
 */
export const checkErrors = ['dns', 'refused', 'timeout', 'tls', 'status', 'blocked'] as const
export type CheckError = (typeof checkErrors)[number]

export const websiteService = z.object({
  type: z.literal('website_service'),
  ...serviceItemFields,
  /** The first one is checked. */
  urls: z.array(z.string()),
  credentials: z.array(credentialOfService),
  /** Whether the server checks it. */
  isWatched: z.boolean(),
  /** null: never checked. */
  lastCheck: z.nullable(
    z.object({
      at: instant,
      /** null: it answered correctly. */
      error: z.nullable(z.enum(checkErrors)),
      statusCode: z.nullable(z.int()),
      responseMs: z.nullable(z.int()),
    }),
  ),
  /** Consecutive failed checks up to the last; at the second it counts as down (`state` is `problem`). */
  failuresInRow: z.int(),
  /** The first failed check of the current outage; null while it is not down. */
  downSince: z.nullable(instant),
  nextCheckAt: z.nullable(instant),
  /** The end of the certificate last seen; null without https. */
  certificateExpiresAt: z.nullable(instant),
  /** Within 30 days, or already over. */
  isCertificateExpiring: z.boolean(),
})
export type WebsiteService = z.output<typeof websiteService>

/** The full body of a website for PUT. */
export const websiteServiceInput = z.strictObject({
  ...serviceInputFields,
  urls: websiteUrls,
  isWatched: z.boolean(),
})
export type WebsiteServiceInput = z.output<typeof websiteServiceInput>

const { name, customerId } = serviceInputFields
export const newWebsiteService = z.extend(z.partial(websiteServiceInput), {
  name,
  customerId,
  urls: websiteUrls,
  credential: z.optional(newCredential),
})
export type NewWebsiteService = z.output<typeof newWebsiteService>

export const websiteServiceQuery = listQuery(kindList)

/** One calendar day of a website. Without checks there is no result: null. */
export const websiteDay = z.object({
  date: calendarDate,
  checks: z.int(),
  failures: z.int(),
  /** Share of the checks that were answered, 0 to 1. */
  uptime: z.nullable(z.number()),
  /** Over the answered checks. */
  meanMs: z.nullable(z.int()),
  slowestMs: z.nullable(z.int()),
})
export type WebsiteDay = z.output<typeof websiteDay>

/** A time the website was down. */
export const websiteOutage = z.object({
  startedAt: instant,
  /** null: it still is. */
  endedAt: z.nullable(instant),
  /** Of its first failed check. */
  error: z.enum(checkErrors),
  statusCode: z.nullable(z.int()),
})
export type WebsiteOutage = z.output<typeof websiteOutage>

export const websiteHistory = z.object({
  /** 90 days up to today, oldest first, without gaps. */
  days: z.array(websiteDay),
  /** Over all checks of these days; null without any. */
  uptime: z.nullable(z.number()),
  meanMs: z.nullable(z.int()),
  /** Of these days, newest first, at most 50. */
  outages: z.array(websiteOutage),
})
export type WebsiteHistory = z.output<typeof websiteHistory>

export const websiteServices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/website-services/',
    access: 'customer',
    summary: 'Websites, by name unless ordered otherwise.',
    query: websiteServiceQuery,
    response: page(websiteService),
  },
  create: {
    method: 'POST',
    path: '/api/backend/website-services/',
    access: 'admin',
    summary: 'Create a website, with `credential` also its first account; it is checked from now on.',
    body: newWebsiteService,
    response: websiteService,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/website-services/{id}/',
    access: 'customer',
    summary: 'One website.',
    response: websiteService,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/website-services/{id}/',
    access: 'admin',
    summary: 'Replace a website; requires the full body. With another first address it counts as never checked.',
    body: websiteServiceInput,
    response: websiteService,
    conditional: true,
    stepUp: movedService,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/website-services/{id}/',
    access: 'admin',
    summary: 'Change parts of a website. With another first address it counts as never checked.',
    body: z.partial(websiteServiceInput),
    response: websiteService,
    conditional: true,
    stepUp: movedService,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/website-services/{id}/',
    access: 'admin',
    summary: 'Delete a website with its credentials and its history.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  history: {
    method: 'GET',
    path: '/api/backend/website-services/{id}/history/',
    access: 'customer',
    summary: 'Reachability of a website in the last 90 days, day by day, and its outages.',
    response: websiteHistory,
  },
  checkNow: {
    method: 'POST',
    path: '/api/backend/website-services/{id}/checks/',
    access: 'admin',
    summary: 'Check a website now; returns the result. The next regular check is not moved.',
    response: websiteService,
  },
})
