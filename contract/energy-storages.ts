/** Storages: batteries, cars and heat stores, which take energy now and give or use it later. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { departuresMax, sitePowerWMax, storageWhMax, topicLengthMax } from './energy-limits.ts'
import { id, instant, line, numberProblem, sentInstant, timeOfDay } from './fields.ts'
import { listQuery } from './list-query.ts'
import { energyStorageList } from './lists.ts'

export const storageKinds = ['battery', 'car', 'heat'] as const
export type StorageKind = (typeof storageKinds)[number]

function atMost(most: number) {
  return z
    .number({ error: numberProblem })
    .check(z.minimum(0, { error: 'number.negative', abort: true }), z.maximum(most, 'number.too_large'))
}

const powerW = atMost(sitePowerWMax)
const contentWh = atMost(storageWhMax)
const ct = atMost(1_000)
/** A heat pump gives more heat than it takes electricity. */
const chargeEfficiency = z
  .number({ error: numberProblem })
  .check(z.minimum(0.01, 'number.invalid'), z.maximum(10, 'number.too_large'))
const dischargeEfficiency = z
  .number({ error: numberProblem })
  .check(z.minimum(0.01, 'number.invalid'), z.maximum(1, 'number.too_large'))

/** Weekdays from 1, Monday; the time of day is of Europe/Berlin. */
export const storageDeparture = z.strictObject({
  weekdays: z.array(z.int().check(z.minimum(1, 'number.invalid'), z.maximum(7, 'number.too_large'))).check(
    z.minLength(1, 'required'),
    z.maxLength(7, 'too_long'),
    z.refine(days => new Set(days).size === days.length, 'invalid'),
  ),
  time: timeOfDay,
  levelPercent: atMost(100),
})

export const storageSchedule = z.strictObject({
  departures: z.array(storageDeparture).check(z.maxLength(departuresMax, 'too_long')),
  /** Once: the car is away until then. */
  awayUntil: z.nullable(sentInstant),
})

/** As evcc counts them. */
export const loadpointNumber = z
  .int({ error: numberProblem })
  .check(z.minimum(1, 'number.invalid'), z.maximum(99, 'number.too_large'))

/** Where commands go; null: nowhere. */
export const commandTarget = z.nullable(
  z.union([
    z.strictObject({ kind: z.literal('evcc_battery') }),
    z.strictObject({ kind: z.literal('evcc_loadpoint'), loadpoint: loadpointNumber }),
    z.strictObject({ kind: z.literal('homeassistant'), topic: line(topicLengthMax) }),
    z.strictObject({ kind: z.literal('own') }),
  ]),
)
export type CommandTarget = z.output<typeof commandTarget>

/** The technical fields, in the words of the planning engine. */
const technical = {
  minWh: contentWh,
  maxWh: contentWh,
  maxChargeW: powerW,
  minChargeW: powerW,
  maxDischargeW: powerW,
  chargeEfficiency,
  dischargeEfficiency,
  lossW: powerW,
  gridCharge: z.boolean(),
  gridDischarge: z.boolean(),
  wearCt: ct,
  startCt: ct,
  endCt: z.nullable(ct),
}

/** The full body of a storage for PUT. A storage stays with its site. */
export const energyStorageInput = z.strictObject({
  name: line(),
  kind: z.enum(storageKinds),
  ...technical,
  schedule: storageSchedule,
  commandTarget,
})
export type EnergyStorageInput = z.output<typeof energyStorageInput>

const { name, kind, maxWh, maxChargeW, ...rest } = energyStorageInput.shape
export const newEnergyStorage = z.extend(z.partial(z.strictObject(rest)), { siteId: id, name, kind, maxWh, maxChargeW })
export type NewEnergyStorage = z.output<typeof newEnergyStorage>

export const energyStorage = z.object({
  id,
  siteId: id,
  name: z.string(),
  kind: z.enum(storageKinds),
  minWh: z.number(),
  maxWh: z.number(),
  maxChargeW: z.number(),
  minChargeW: z.number(),
  maxDischargeW: z.number(),
  chargeEfficiency: z.number(),
  dischargeEfficiency: z.number(),
  lossW: z.number(),
  gridCharge: z.boolean(),
  gridDischarge: z.boolean(),
  wearCt: z.number(),
  startCt: z.number(),
  endCt: z.nullable(z.number()),
  schedule: storageSchedule,
  commandTarget,
  permissions: z.array(z.enum(['update', 'delete', 'setSchedule'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type EnergyStorage = z.output<typeof energyStorage>

export const energyStorages = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-storages/',
    access: 'customer',
    summary: 'Storages of one site or of all in scope, in the order they were added.',
    query: listQuery(energyStorageList),
    response: page(energyStorage),
  },
  create: {
    method: 'POST',
    path: '/api/backend/energy-storages/',
    access: 'admin',
    summary: 'Add a storage to a site.',
    body: newEnergyStorage,
    response: energyStorage,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/energy-storages/{id}/',
    access: 'customer',
    summary: 'One storage.',
    response: energyStorage,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/energy-storages/{id}/',
    access: 'admin',
    summary: 'Replace a storage; requires the full body.',
    body: energyStorageInput,
    response: energyStorage,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/energy-storages/{id}/',
    access: 'customer',
    summary: 'Change parts of a storage; customers change `schedule` of their own.',
    body: z.partial(energyStorageInput),
    response: energyStorage,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/energy-storages/{id}/',
    access: 'admin',
    summary: 'Delete a storage; channels that measure it stay.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'a few typed values; what was measured stays',
  },
})
