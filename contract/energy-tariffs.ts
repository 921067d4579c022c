/** Tariffs of a site with their history, the bill of a month, and the prices of the next days. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { tariffCtMax, tariffMonthlyEurMax, tariffWindowsMax } from './energy-limits.ts'
import { calendarDate, calendarMonth, id, instant, line, numberProblem, timeOfDay } from './fields.ts'
import { listQuery } from './list-query.ts'
import { energyTariffList } from './lists.ts'

/** A number with at most `decimals` decimals, so that no input is rounded. */
export function decimal(least: number, most: number, decimals: number) {
  const scale = 10 ** decimals
  return z.number({ error: numberProblem }).check(
    z.minimum(least, { error: least === 0 ? 'number.negative' : 'number.too_small', abort: true }),
    z.maximum(most, { error: 'number.too_large', abort: true }),
    z.refine(value => Math.abs(value * scale - Math.round(value * scale)) < 1e-6, 'number.decimals'),
  )
}

/** Net ct/kWh. Reductions are below zero. */
const ct = decimal(-tariffCtMax, tariffCtMax, 4)
/** The share of the exchange's price: 1 in a dynamic tariff, 0 in a fixed one. */
const spotShare = decimal(0, 10, 4)
export const timeOfEnd = z
  .string('required')
  .check(
    z.maxLength(5, { error: 'time.invalid', abort: true }),
    z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'time.invalid'),
  )

/** Times are Europe/Berlin, `from` inclusive, `to` exclusive, over midnight allowed. Without months: all year. */
export const tariffWindow = z.strictObject({
  from: timeOfDay,
  to: timeOfEnd,
  ct,
  months: z.optional(
    z.array(z.int().check(z.minimum(1, 'number.invalid'), z.maximum(12, 'number.too_large'))).check(
      z.minLength(1, 'required'),
      z.maxLength(12, 'too_long'),
      z.refine(months => new Set(months).size === months.length, 'invalid'),
    ),
  ),
})

/** Parts are net ct/kWh; VAT (0.19 is 19 %) is added to imports, never to feed-in. The first matching window counts. */
export const tariffPrices = z.strictObject({
  vat: decimal(0, 1, 4),
  supply: z.strictObject({ spotShare, ct }),
  gridFee: z.strictObject({
    ct,
    windows: z.array(tariffWindow).check(z.maxLength(tariffWindowsMax, 'too_long')),
  }),
  leviesCt: ct,
  feedIn: z.strictObject({ ct, spotShare, zeroWhenSpotNegative: z.boolean() }),
})
export type TariffPrices = z.output<typeof tariffPrices>

/** The full body of a tariff for PUT. A tariff stays with its site, and holds until the next one begins. */
export const energyTariffInput = z.strictObject({
  validFrom: calendarDate,
  name: line(),
  tariff: tariffPrices,
  /** EUR per month as paid: base prices, less the flat reduction of § 14a module 1. Counts in bills only. */
  monthlyEur: decimal(-tariffMonthlyEurMax, tariffMonthlyEurMax, 2),
})
export type EnergyTariffInput = z.output<typeof energyTariffInput>

const { validFrom, name, monthlyEur } = energyTariffInput.shape
const { feedIn, ...otherPrices } = tariffPrices.shape
/** Without `zeroWhenSpotNegative` it follows from the site: when it was commissioned, and whether it has a smart meter. */
export const newEnergyTariff = z.strictObject({
  siteId: id,
  validFrom,
  name,
  tariff: z.strictObject({
    ...otherPrices,
    feedIn: z.strictObject({
      ...feedIn.shape,
      zeroWhenSpotNegative: z.optional(feedIn.shape.zeroWhenSpotNegative),
    }),
  }),
  monthlyEur: z.optional(monthlyEur),
})
export type NewEnergyTariff = z.output<typeof newEnergyTariff>

export const energyTariff = z.object({
  id,
  siteId: id,
  validFrom: z.string(),
  name: z.string(),
  tariff: tariffPrices,
  monthlyEur: z.number(),
  permissions: z.array(z.enum(['update', 'delete'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type EnergyTariff = z.output<typeof energyTariff>

/** EUR with cents; the parts of a bill add up exactly. */
const eur = z.number()

/** The part of a month in which one tariff holds. */
export const billPart = z.object({
  /** null: no tariff yet. */
  tariff: z.nullable(z.object({ id, name: z.string() })),
  /** Dates of Europe/Berlin, `to` exclusive. */
  from: z.string(),
  to: z.string(),
  importWh: z.number(),
  exportWh: z.number(),
  /** Net: the part that follows the exchange, the supplier's own part, the grid fee, levies. */
  exchangeEur: eur,
  supplyEur: eur,
  gridEur: eur,
  leviesEur: eur,
  vatEur: eur,
  /** The sum of the five. */
  importEur: eur,
  /** Paid to the household. */
  exportEur: eur,
  monthlyEur: eur,
  /** Mean ct/kWh of the energy, from unrounded amounts; null without any. */
  importMeanCt: z.nullable(z.number()),
  exportMeanCt: z.nullable(z.number()),
})

export const energyBill = z.object({
  month: z.string(),
  parts: z.array(billPart),
  /** The amount to pay: import and monthly prices less feed-in. */
  totalEur: eur,
  importWh: z.number(),
  exportWh: z.number(),
  /** The share of the time that is measured, up to now. */
  coverage: z.number(),
  /** Imported and exported at an estimated price, because the exchange's is unknown. */
  estimatedPriceWh: z.number(),
  /** Where the exchange's prices come from; null without any. */
  source: z.nullable(z.string()),
})
export type EnergyBill = z.output<typeof energyBill>

/** A quarter-hour; ct/kWh, the parts add up to `importCt`. */
const sitePrice = z.object({
  startsAt: instant,
  spotCt: z.nullable(z.number()),
  exchangeCt: z.number(),
  supplyCt: z.number(),
  gridCt: z.number(),
  leviesCt: z.number(),
  vatCt: z.number(),
  importCt: z.number(),
  exportCt: z.number(),
  /** The exchange's price is unknown; that of the day before is used instead. */
  isEstimated: z.boolean(),
})

export const sitePrices = z.object({
  results: z.array(sitePrice),
  /** Whether imports follow the exchange; otherwise at most the pay of feed-in depends on it. */
  followsExchange: z.boolean(),
  source: z.nullable(z.string()),
})
export type SitePrices = z.output<typeof sitePrices>

/** Consequences of a plant's commissioning date, its power and its meter. */
export const tariffTerms = z.object({
  /** ct/kWh for surplus; null: not known here. */
  feedInCt: z.nullable(z.number()),
  zeroWhenSpotNegative: z.boolean(),
  /** W. `isLaw`: 60 % of the installed power until a smart meter is fitted, not a typed limit. */
  exportLimit: z.nullable(z.object({ watts: z.number(), isLaw: z.boolean() })),
})
export type TariffTerms = z.output<typeof tariffTerms>

export const energyTariffs = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-tariffs/',
    access: 'customer',
    summary: 'Tariffs of one site or of all in scope, the latest first.',
    query: listQuery(energyTariffList),
    response: page(energyTariff),
  },
  create: {
    method: 'POST',
    path: '/api/backend/energy-tariffs/',
    access: 'customer',
    summary: 'Add a tariff to a site; it holds from its date until the next one begins.',
    body: newEnergyTariff,
    response: energyTariff,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/energy-tariffs/{id}/',
    access: 'customer',
    summary: 'One tariff.',
    response: energyTariff,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/energy-tariffs/{id}/',
    access: 'customer',
    summary: 'Replace a tariff; requires the full body.',
    body: z.partial(energyTariffInput),
    response: energyTariff,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/energy-tariffs/{id}/',
    access: 'customer',
    summary: 'Change parts of a tariff.',
    body: z.partial(energyTariffInput),
    response: energyTariff,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/energy-tariffs/{id}/',
    access: 'customer',
    summary: 'Delete a tariff; the one before holds on.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'a few typed values; what was measured stays',
  },
})

export const energyCosts = defineEndpoints({
  bill: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/bill/',
    access: 'customer',
    summary: 'The bill of a month, recomputed from quarter-hours; this month without one.',
    query: z.strictObject({
      month: z.optional(calendarMonth),
    }),
    response: energyBill,
  },
  terms: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/tariff-terms/',
    access: 'customer',
    summary: 'The legal terms for the feed-in of a site: pay, pay at negative prices, limit.',
    response: tariffTerms,
  },
  prices: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/prices/',
    access: 'customer',
    summary: 'The prices of a site today and tomorrow, quarter-hour by quarter-hour; empty without a tariff.',
    response: sitePrices,
  },
})
