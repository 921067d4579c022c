/** Why quarter-hours of a site are gaps, as far as what is stored tells. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { refusalCodes } from './energy-readings.ts'
import { calendarDate, instant } from './fields.ts'

const gapReasons = ['refused', 'not_assigned', 'before_first', 'site_silent', 'channel_silent'] as const

export const energyGap = z.object({
  from: instant,
  /** Exclusive. */
  to: instant,
  reason: z.enum(gapReasons),
  /** Names of the channels that are missing, or what senders called them; empty: all of them. */
  channels: z.array(z.string()),
  /** Of `refused`. */
  code: z.nullable(z.enum(refusalCodes)),
})
export type EnergyGap = z.output<typeof energyGap>

export const energyGaps = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/gaps/',
    access: 'customer',
    summary: 'The gaps of a site on a day of Europe/Berlin, each with its reason; today without `day`.',
    query: z.strictObject({ day: z.optional(calendarDate) }),
    response: z.object({ results: z.array(energyGap) }),
  },
})
