/** Measurements of a site: live, and as a history in steps of time. */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'
import { planModes, planReasons } from './energy-plan-words.ts'
import { refusalCodes } from './energy-readings.ts'
import { channelMeasures, channelRoles, type energyFlows } from './energy-roles.ts'
import { calendarDate, calendarMonth, id, instant, sentInstant } from './fields.ts'

export const energySteps = ['minute', 'slot', 'hour', 'day', 'month', 'year'] as const
export type EnergyStep = (typeof energySteps)[number]

const wh = z.nullable(z.number())

/** Energies of a step in Wh; null: unknown, which is not 0. */
const energies = {
  importWh: wh,
  exportWh: wh,
  pvWh: wh,
  chargeWh: wh,
  dischargeWh: wh,
  houseWh: wh,
  carWh: wh,
  heatWh: wh,
  consumerWh: wh,
  unexplainedWh: wh,
} satisfies Record<`${(typeof energyFlows)[number]}Wh`, typeof wh>

/** Origin and cost of used energy. Minutes have none: prices and slots are per quarter-hour. */
const account = {
  /** Import less feed-in by the tariff, not rounded to cents, without monthly prices; below zero: earned. */
  costEur: z.nullable(z.number()),
  /** Imported and exported without a price, because no tariff or no price of the exchange is known. */
  unpricedWh: wh,
  /** Imported and exported at an estimated price. */
  estimatedPriceWh: wh,
  /** The parts add up to the energy used in all slots that are not gaps. */
  origin: z.object({ pvWh: wh, batteryPvWh: wh, batteryGridWh: wh, gridWh: wh }),
}

/** The share of the time that is measured. */
const coverage = z.number()

export const energyResult = z.object({
  startsAt: instant,
  coverage,
  ...energies,
  ...account,
  /** Of all batteries, at the end of the step. */
  levelPercent: z.nullable(z.number()),
})
export type EnergyResult = z.output<typeof energyResult>

/** Steps with known values, in order; the sums are exactly those of the steps. */
export const energyHistory = z.object({
  results: z.array(energyResult),
  sums: z.object({ coverage, ...energies, ...account }),
})
export type EnergyHistory = z.output<typeof energyHistory>

/** A value with its age. */
const aged = { at: instant, ageSeconds: z.int() }
const flowNow = z.nullable(z.object({ powerW: z.number(), ...aged }))

/** The latest power of each flow; null if no channel measures its power, or if that channel is in doubt. */
export const energyLive = z.object({
  at: instant,
  channels: z.array(
    z.object({
      id,
      key: z.string(),
      name: z.string(),
      role: z.enum(channelRoles),
      measure: z.enum(channelMeasures),
      value: z.nullable(z.number()),
      at: z.nullable(instant),
      ageSeconds: z.nullable(z.int()),
      /** An impossible power: its flow is unknown. */
      isDoubted: z.boolean(),
    }),
  ),
  flows: z.object({
    import: flowNow,
    export: flowNow,
    pv: flowNow,
    charge: flowNow,
    discharge: flowNow,
    house: flowNow,
    car: flowNow,
    heat: flowNow,
    consumer: flowNow,
  }),
  levelPercent: z.nullable(z.number()),
  /** What each storage does, by the command or the plan in force; null without one. */
  storages: z.array(
    z.object({ id, name: z.string(), mode: z.nullable(z.enum(planModes)), reason: z.nullable(z.enum(planReasons)) }),
  ),
  /** Of the current quarter-hour, ct/kWh; null without a tariff. */
  price: z.nullable(z.object({ importCt: z.number(), exportCt: z.number(), isEstimated: z.boolean() })),
  /** The ETag: changes whenever anything but an age changes. */
  revision: z.int(),
})
export type EnergyLive = z.output<typeof energyLive>

/** A date of Europe/Berlin or, for minutes and slots, an instant. */
const moment = z.union([calendarDate, sentInstant], 'date.invalid')

export const energyMeasurements = defineEndpoints({
  live: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/live/',
    access: 'customer',
    summary:
      'The latest value of each channel and flow of a site, with its age; what each storage does, and the price now.',
    response: energyLive,
  },
  history: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/energy/',
    access: 'customer',
    summary:
      'The energy of a site in steps, from `from` until before `to`: dates of Europe/Berlin, or instants for minutes and slots; today without them. Days add up to months and years exactly.',
    query: z.strictObject({
      from: z.optional(moment),
      to: z.optional(moment),
      step: z._default(z.enum(energySteps), 'slot'),
    }),
    response: energyHistory,
  },
  slotFile: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/slots/',
    access: 'customer',
    summary: 'The quarter-hours of a month of a site as a CSV file, with cost and origin; this month without `month`.',
    query: z.strictObject({ month: z.optional(calendarMonth) }),
    response: empty,
    download: true,
  },
  rejections: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/rejections/',
    access: 'admin',
    summary: 'The last fifty readings and messages of a site that were refused, newest first.',
    response: z.object({
      results: z.array(
        z.object({
          id,
          /** As sent. */
          channel: z.string(),
          value: z.string(),
          at: z.string(),
          code: z.enum(refusalCodes),
          createdAt: instant,
        }),
      ),
    }),
  },
})
