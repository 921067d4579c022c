/** Alarms of a site: detected by the portal, mailed once when they begin and once when they end. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { calendarDate, id, instant } from './fields.ts'

export const alarmKinds = [
  'site_silent',
  'channel_silent',
  'counter_reset',
  'sign',
  'level_stuck',
  'balance',
  'plan_by_rules',
  'goal_missed',
  'device_disobeys',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

export const energyAlarm = z.object({
  id,
  kind: z.enum(alarmKinds),
  /** The name of its channel or storage; null for the site as a whole, and for one that is gone. */
  channelName: z.nullable(z.string()),
  startedAt: instant,
  /** null: it lasts. */
  endedAt: z.nullable(instant),
})
export type EnergyAlarm = z.output<typeof energyAlarm>

/** Lasting ones first, then those that ended within a week, newest first. */
export const energySiteAlarms = z.object({
  results: z.array(energyAlarm),
  /** Kinds that are neither counted nor mailed until then. */
  mutes: z.array(z.object({ kind: z.enum(alarmKinds), until: instant })),
})
export type EnergySiteAlarms = z.output<typeof energySiteAlarms>

export const energyAlarms = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/alarms/',
    access: 'customer',
    summary: 'The open alarms of a site, those of the last week, and the muted kinds.',
    response: energySiteAlarms,
  },
  mute: {
    method: 'PUT',
    path: '/api/backend/energy-sites/{id}/mutes/',
    access: 'customer',
    summary: 'Mute a kind of alarm of a site to the end of a day, at most a year ahead; null ends it.',
    body: z.strictObject({
      kind: z.optional(z.enum(alarmKinds, 'invalid')),
      until: z.optional(z.nullable(calendarDate)),
    }),
    response: energySiteAlarms,
  },
})
