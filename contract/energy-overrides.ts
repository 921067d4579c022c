/** Overrides: the mode of a storage until a given time, regardless of the plan. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { sitePowerWMax } from './energy-limits.ts'
import { planModes } from './energy-plan-words.ts'
import { id, instant, numberProblem, sentInstant } from './fields.ts'
import { listQuery } from './list-query.ts'
import { energyOverrideList } from './lists.ts'

export const overrideDaysMax = 7

/** The full body of an override. */
export const newEnergyOverride = z.strictObject({
  /** May be left out: the storage names its site. */
  siteId: z.optional(id),
  storageId: id,
  mode: z.enum(planModes, 'invalid'),
  /** For `charge` and `discharge`; without it as much as the storage can. */
  powerW: z.optional(
    z.nullable(
      z
        .number({ error: numberProblem })
        .check(z.minimum(1, { error: 'number.invalid', abort: true }), z.maximum(sitePowerWMax, 'number.too_large')),
    ),
  ),
  /** At most seven days ahead. */
  until: sentInstant,
})
export type NewEnergyOverride = z.output<typeof newEnergyOverride>

export const energyOverride = z.object({
  id,
  siteId: id,
  storage: z.object({ id, name: z.string() }),
  mode: z.enum(planModes),
  powerW: z.nullable(z.number()),
  until: instant,
  by: z.enum(['customer', 'admin']),
  /** Ended before its time; null for one that ran or runs to its end. */
  endedAt: z.nullable(instant),
  permissions: z.array(z.enum(['end'])),
  createdAt: instant,
})
export type EnergyOverride = z.output<typeof energyOverride>

export const energyOverrides = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-overrides/',
    access: 'customer',
    summary: 'Overrides of one site or of all in scope, those that are over too, the latest first.',
    query: listQuery(energyOverrideList),
    response: page(energyOverride),
  },
  create: {
    method: 'POST',
    path: '/api/backend/energy-overrides/',
    access: 'customer',
    summary: 'Override the mode of a storage until a given time; replaces an override of the same storage.',
    body: newEnergyOverride,
    response: energyOverride,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/energy-overrides/{id}/',
    access: 'customer',
    summary: 'One override.',
    response: energyOverride,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/energy-overrides/{id}/',
    access: 'customer',
    summary: 'End an override: the plan decides again.',
    response: empty,
    status: 204,
    withoutStepUp: 'ends an order that ends by itself; it stays in the list',
  },
})
