/** Reasons for gaps of a site, as far as they follow from stored data. */
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
    summary:
      'The gaps of a site with their reasons, from `from` until before `to`, at most 1,100 days: dates of Europe/Berlin. One day without `to`, today without both.',
    query: z.strictObject({ from: z.optional(calendarDate), to: z.optional(calendarDate) }),
    response: z.object({ results: z.array(energyGap) }),
  },
})
