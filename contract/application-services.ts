/** Applications: they report that they are alive, at an address only they know. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { instant, optionalLine } from './fields.ts'
import { applicationPeriodMinutesMax, versionLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { kindList } from './lists.ts'
import { movedService, serviceInputFields, serviceItemFields } from './service-fields.ts'

export const applicationService = z.object({
  type: z.literal('application_service'),
  ...serviceItemFields,
  version: z.string(),
  /** The last heartbeat; null: never heard. */
  lastAlive: z.nullable(instant),
  /** Minutes it may be silent. */
  periodMinutes: z.int(),
  /** Silent for longer than its period (`state` is `problem`). */
  isSilent: z.boolean(),
  /** When its period expired; null while it is not silent. */
  silentSince: z.nullable(instant),
  /** Whether there is a heartbeat address. It was shown once and cannot be read again. */
  hasHeartbeatToken: z.boolean(),
})
export type ApplicationService = z.output<typeof applicationService>

/** The full body of an application for PUT. */
export const applicationServiceInput = z.strictObject({
  ...serviceInputFields,
  /** The next heartbeat that names one replaces it. */
  version: optionalLine(versionLengthMax),
  periodMinutes: z
    .number('period.invalid')
    .check(
      z.int('period.invalid'),
      z.minimum(1, 'period.invalid'),
      z.maximum(applicationPeriodMinutesMax, 'period.invalid'),
    ),
})
export type ApplicationServiceInput = z.output<typeof applicationServiceInput>

const { name, customerId } = serviceInputFields
export const newApplicationService = z.extend(z.partial(applicationServiceInput), { name, customerId })
export type NewApplicationService = z.output<typeof newApplicationService>

export const applicationServiceQuery = listQuery(kindList)

export const applicationServices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/application-services/',
    access: 'customer',
    summary: 'Applications, by name unless ordered otherwise.',
    query: applicationServiceQuery,
    response: page(applicationService),
  },
  create: {
    method: 'POST',
    path: '/api/backend/application-services/',
    access: 'admin',
    summary: 'Create an application.',
    body: newApplicationService,
    response: applicationService,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/application-services/{id}/',
    access: 'customer',
    summary: 'One application.',
    response: applicationService,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/application-services/{id}/',
    access: 'admin',
    summary: 'Replace an application; the full body is demanded.',
    body: applicationServiceInput,
    response: applicationService,
    conditional: true,
    stepUp: movedService,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/application-services/{id}/',
    access: 'admin',
    summary: 'Change parts of an application.',
    body: z.partial(applicationServiceInput),
    response: applicationService,
    conditional: true,
    stepUp: movedService,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/application-services/{id}/',
    access: 'admin',
    summary: 'Delete an application; its heartbeats are refused from then on.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  makeHeartbeatToken: {
    method: 'POST',
    path: '/api/backend/application-services/{id}/heartbeat-token/',
    access: 'admin',
    summary: 'Create a new heartbeat address and show it this once; an earlier one stops working.',
    response: z.object({ url: z.string() }),
    status: 201,
    isSecret: true,
    stepUp: 'always',
  },
  removeHeartbeatToken: {
    method: 'DELETE',
    path: '/api/backend/application-services/{id}/heartbeat-token/',
    access: 'admin',
    summary: 'Disable the heartbeat address.',
    response: empty,
    status: 204,
    stepUp: 'always',
  },
})

export const heartbeats = defineEndpoints({
  send: {
    method: 'POST',
    path: '/api/heartbeat/{token}/',
    access: 'public',
    summary: 'An application reports that it is alive, and its version. Called by programs: no session, no CSRF token.',
    body: z.strictObject({ version: z.optional(optionalLine(versionLengthMax)) }),
    response: empty,
    status: 204,
    fromPrograms: true,
  },
})
