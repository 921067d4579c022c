/** Services of all kinds in one collection. Each item is that of its own kind's collection. */
import * as z from 'zod/mini'
import { applicationService, applicationServiceInput } from './application-services.ts'
import { deviceService, deviceServiceInput } from './device-services.ts'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { listQuery } from './list-query.ts'
import { serviceList, serviceTypes } from './lists.ts'
import { movedService, newCredential, serviceInputFields, serviceUrls } from './service-fields.ts'
import { checkErrors, websiteService, websiteServiceInput } from './website-services.ts'

export const service = z.discriminatedUnion('type', [deviceService, websiteService, applicationService])
export type Service = z.output<typeof service>

/** The fields of all kinds; the server takes those of the item's kind and refuses the others by name. */
const everyInput = z.strictObject({
  ...deviceServiceInput.shape,
  ...websiteServiceInput.shape,
  ...applicationServiceInput.shape,
  /** A website's must be at least one. */
  urls: serviceUrls,
})
export type ServiceInput = z.output<typeof everyInput>

/** Changes parts or, with PUT, the whole. `type` may be sent along; it cannot be changed. */
export const serviceChange = z.extend(z.partial(everyInput), { type: z.optional(z.enum(serviceTypes)) })

const { name, customerId } = serviceInputFields
export const newService = z.extend(z.partial(everyInput), {
  type: z.enum(serviceTypes),
  name,
  customerId,
  /** Of a device or a website. */
  credential: z.optional(newCredential),
})
export type NewService = z.output<typeof newService>

export const serviceQuery = listQuery(serviceList)
export type ServiceQuery = z.output<typeof serviceQuery>

const named = { id, name: z.string(), customer: z.object({ id, name: z.string() }) }

/** The numbers of the services in scope (or of one customer), and the few that need attention: at most five of each. */
export const serviceSummary = z.object({
  devicesCount: z.int(),
  websites: z.object({
    count: z.int(),
    okCount: z.int(),
    problemCount: z.int(),
    unknownCount: z.int(),
    /** Checks are off. */
    unwatchedCount: z.int(),
  }),
  applications: z.object({ count: z.int(), okCount: z.int(), problemCount: z.int(), unknownCount: z.int() }),
  /** Longest down first; `websites.problemCount` in all. */
  websitesDown: z.array(z.object({ ...named, since: instant, error: z.enum(checkErrors) })),
  /** Within 30 days or already over, soonest first. */
  certificatesExpiringCount: z.int(),
  certificatesExpiring: z.array(z.object({ ...named, expiresAt: instant })),
  /** Longest silent first; `applications.problemCount` in all. */
  applicationsSilent: z.array(z.object({ ...named, lastAlive: instant })),
})
export type ServiceSummary = z.output<typeof serviceSummary>

export const services = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/services/',
    access: 'customer',
    summary: 'Services of all kinds, by name unless ordered otherwise.',
    query: serviceQuery,
    response: page(service),
  },
  create: {
    method: 'POST',
    path: '/api/backend/services/',
    access: 'admin',
    summary: 'Create a service of the kind in `type`, with the fields of that kind.',
    body: newService,
    response: service,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/services/{id}/',
    access: 'customer',
    summary: 'One service.',
    response: service,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/services/{id}/',
    access: 'admin',
    summary: 'Replace a service; requires the full body of its kind.',
    body: serviceChange,
    response: service,
    conditional: true,
    stepUp: movedService,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/services/{id}/',
    access: 'admin',
    summary: 'Change parts of a service.',
    body: serviceChange,
    response: service,
    conditional: true,
    stepUp: movedService,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/services/{id}/',
    access: 'admin',
    summary: 'Delete a service with all that belongs to it.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  summary: {
    method: 'GET',
    path: '/api/backend/service-summary/',
    access: 'customer',
    summary: 'Counts of services and of those that need attention.',
    query: z.strictObject({ customer: z.optional(id) }),
    response: serviceSummary,
  },
})
