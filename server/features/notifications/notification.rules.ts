import type { NotifiedWhen } from '#contract/notifications.ts'
import { minuteMs, nextBerlinHour, plusMs } from '#server/clock.ts'

/** Related matters within this time become one mail. */
const bundleMs = 10 * minuteMs
/** The daily mail is sent at seven, Europe/Berlin. */
const morningHour = 7

export type Wait = { readonly dueAt: Date; readonly bundle: string }

/** When a matter is due, and its bundle; null: at once, alone. */
export function waitOf(when: NotifiedWhen, bundleKey: string | undefined, now: Date): Wait | null {
  if (when === 'daily') return nextMorning(now)
  return bundleKey === undefined ? null : { dueAt: plusMs(now, bundleMs), bundle: bundleKey }
}

export function nextMorning(now: Date): Wait {
  return { dueAt: nextBerlinHour(now, morningHour), bundle: dailyBundle }
}

export const dailyBundle = 'daily'
