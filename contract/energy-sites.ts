/** Sites: the houses whose energy is measured. */
import * as z from 'zod/mini'
import { address } from './customers.ts'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { planesMax, siteKwpMax, sitePowerWMax } from './energy-limits.ts'
import { calendarDate, id, instant, line, numberProblem } from './fields.ts'
import { listQuery } from './list-query.ts'
import { energySiteList, siteControls, siteStates } from './lists.ts'

export type SiteControl = (typeof siteControls)[number]
export type SiteState = (typeof siteStates)[number]

/** Price zones. */
export const siteZones = ['DE-LU', 'AT'] as const
export type SiteZone = (typeof siteZones)[number]

/** A number with at most `decimals` decimals, as it is stored. */
function decimal(least: number, most: number, decimals: number) {
  const scale = 10 ** decimals
  return z.number({ error: numberProblem }).check(
    z.minimum(least, { error: least === 0 ? 'number.negative' : 'number.invalid', abort: true }),
    z.maximum(most, { error: 'number.too_large', abort: true }),
    z.refine(value => Math.abs(value * scale - Math.round(value * scale)) < 1e-6, 'number.decimals'),
  )
}

const kwp = decimal(0, siteKwpMax, 3)
const limitW = z.nullable(
  z.int({ error: numberProblem }).check(z.minimum(0, 'number.negative'), z.maximum(sitePowerWMax, 'number.too_large')),
)

/** A part of the roof: its tilt from the horizontal, its azimuth from north by east, both in degrees. */
export const sitePlane = z.strictObject({ kwp, tilt: decimal(0, 90, 1), azimuth: decimal(0, 360, 1) })

/** The full body of a site for PUT. */
export const energySiteInput = z.strictObject({
  customerId: id,
  name: line(),
  /** Its postcode decides the price zone and the weather station. */
  address,
  latitude: z.nullable(decimal(-90, 90, 2)),
  longitude: z.nullable(decimal(-180, 180, 2)),
  zone: z.enum(siteZones),
  pvKwp: kwp,
  planes: z.array(sitePlane).check(z.maxLength(planesMax, 'too_long')),
  commissionedOn: z.nullable(calendarDate),
  hasSmartMeter: z.boolean(),
  /** Maximum output of all inverters in W; null: that of the modules. */
  inverterW: z.optional(limitW),
  /** null: no limit. */
  maxImportW: limitW,
  maxExportW: limitW,
  /** Generation may be reduced when that pays. */
  canCurtail: z.boolean(),
  /** Control of the storages by the portal: none, suggestions, or automatic. Customers can change it. */
  control: z.enum(siteControls),
})
export type EnergySiteInput = z.output<typeof energySiteInput>

const { customerId, name, ...rest } = energySiteInput.shape

/** `usualChannels`: with the channels of a usual house, chosen by `pvKwp` and storages. */
export const newEnergySite = z.extend(z.partial(z.strictObject(rest)), {
  customerId,
  name,
  usualChannels: z.optional(z.boolean()),
  /** `usualChannels` include those of a battery unless false: until it sends, the use of the house is unknown. */
  hasBattery: z.optional(z.boolean()),
})
export type NewEnergySite = z.output<typeof newEnergySite>

export const energySite = z.object({
  id,
  customer: z.object({ id, name: z.string() }),
  name: z.string(),
  address,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  zone: z.enum(siteZones),
  pvKwp: z.number(),
  planes: z.array(sitePlane),
  commissionedOn: z.nullable(z.string()),
  hasSmartMeter: z.boolean(),
  inverterW: z.nullable(z.int()),
  maxImportW: z.nullable(z.int()),
  maxExportW: z.nullable(z.int()),
  canCurtail: z.boolean(),
  control: z.enum(siteControls),
  /** Simulated measurements. */
  demo: z.boolean(),
  /** `unknown`: no reading has arrived yet. */
  state: z.enum(siteStates),
  lastReadingAt: z.nullable(instant),
  /** Open ones that are not muted. */
  alarms: z.int(),
  /** The user of senders and the prefix of their topics; null before the first key. Only the token is secret. */
  key: z.nullable(z.string()),
  /** Whether senders have a token. It was shown once and cannot be read again. */
  hasToken: z.boolean(),
  permissions: z.array(z.enum(['update', 'delete', 'makeKey', 'setControl', 'mute', 'addTariff'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type EnergySite = z.output<typeof energySite>

/** A site in the list, with its latest values. Values of a silent device stay: `at` shows their age. */
export const listedEnergySite = z.extend(energySite, {
  now: z.object({
    /** Generation; as old as its oldest part. */
    pv: z.nullable(z.object({ powerW: z.number(), at: instant })),
    /** Of all batteries. */
    level: z.nullable(z.object({ percent: z.number(), at: instant })),
    /** Generation of today's closed quarter-hours. */
    pvTodayWh: z.nullable(z.number()),
    /** The latest value of the channel that has been silent longest; null before the first value. */
    oldestAt: z.nullable(instant),
  }),
})
export type ListedEnergySite = z.output<typeof listedEnergySite>

/** Powers are sums of values of the last 15 minutes; null: no site has one. */
export const energySiteSummary = z.object({
  sitesCount: z.int(),
  silentCount: z.int(),
  /** Sites with open alarms that are not muted, and these alarms. */
  alarmingCount: z.int(),
  alarmsCount: z.int(),
  /** Sites whose values are included in the powers. */
  measuredCount: z.int(),
  pvW: z.nullable(z.number()),
  usedW: z.nullable(z.number()),
  importW: z.nullable(z.number()),
  exportW: z.nullable(z.number()),
  pvTodayWh: z.nullable(z.number()),
})
export type EnergySiteSummary = z.output<typeof energySiteSummary>

/** Shown once. `mqtt` is null while the portal takes no messages by MQTT. */
export const energySiteKey = z.object({
  key: z.string(),
  token: z.string(),
  pushUrl: z.string(),
  mqtt: z.nullable(
    z.object({
      host: z.string(),
      port: z.int(),
      username: z.string(),
      password: z.string(),
      prefix: z.string(),
    }),
  ),
})
export type EnergySiteKey = z.output<typeof energySiteKey>

/** A change of the customer passes on the load curve of the site. */
const moved = { changes: ['customerId'] } as const

export const energySites = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-sites/',
    access: 'customer',
    summary: 'Sites, by name unless ordered otherwise.',
    query: listQuery(energySiteList),
    response: page(listedEnergySite),
  },
  create: {
    method: 'POST',
    path: '/api/backend/energy-sites/',
    access: 'admin',
    summary: 'Create a site, on request with the channels of a usual house.',
    body: newEnergySite,
    response: energySite,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/',
    access: 'customer',
    summary: 'One site.',
    response: energySite,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/energy-sites/{id}/',
    access: 'admin',
    summary: 'Replace a site; requires the full body.',
    body: energySiteInput,
    response: energySite,
    conditional: true,
    stepUp: moved,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/energy-sites/{id}/',
    access: 'customer',
    summary: 'Change parts of a site; customers change `control` of their own.',
    body: z.partial(energySiteInput),
    response: energySite,
    conditional: true,
    stepUp: moved,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/energy-sites/{id}/',
    access: 'admin',
    summary: 'Delete a site with everything measured there.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  makeKey: {
    method: 'POST',
    path: '/api/backend/energy-sites/{id}/key/',
    access: 'admin',
    summary: 'Create a token for senders and show it this once; an earlier one stops working.',
    response: energySiteKey,
    status: 201,
    isSecret: true,
    stepUp: 'always',
  },
  summary: {
    method: 'GET',
    path: '/api/backend/energy-site-summary/',
    access: 'admin',
    summary: 'Sums of all sites: generation and use, now and today, and the number of sites that need attention.',
    response: energySiteSummary,
  },
  removeKey: {
    method: 'DELETE',
    path: '/api/backend/energy-sites/{id}/key/',
    access: 'admin',
    summary: 'Remove the key of the site: its senders are refused.',
    response: empty,
    status: 204,
    stepUp: 'always',
  },
})
