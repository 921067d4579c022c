/** The exchange's day-ahead prices, and where they come from. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { siteZones } from './energy-sites.ts'
import { calendarDate, instant } from './fields.ts'

export const priceSources = ['energy_charts', 'smard'] as const
export type PriceSource = (typeof priceSources)[number]

/** Shown with every price, as CC BY 4.0 requires. */
export const priceSourceLines: Readonly<Record<PriceSource, string>> = {
  energy_charts: 'Börsenpreise: Bundesnetzagentur | SMARD.de über Energy-Charts.info, CC BY 4.0.',
  smard: 'Börsenpreise: Bundesnetzagentur | SMARD.de, CC BY 4.0.',
}

export const energyPrices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-prices/',
    access: 'customer',
    summary:
      'Day-ahead prices of a zone in quarter-hours, from `from` until before `to`, dates of Europe/Berlin; today and tomorrow without them, at most 31 days.',
    query: z.strictObject({
      zone: z._default(z.enum(siteZones), 'DE-LU'),
      from: z.optional(calendarDate),
      to: z.optional(calendarDate),
    }),
    response: z.object({
      results: z.array(z.object({ startsAt: instant, spotCt: z.number() })),
      /** Source and licence, to be shown beside the prices. */
      source: z.nullable(z.string()),
    }),
  },
})
