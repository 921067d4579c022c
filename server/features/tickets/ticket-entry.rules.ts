import { type Progress, progressSteps } from '#contract/progress.ts'
import { minuteMs } from '#server/clock.ts'
import { hundredthsOfHours } from '#server/units.ts'

/**
 * The cost of an entry, in cents: printed hours (two decimals) × rate, rounded to the cent, plus the extra. Using
 * printed hours makes the figures on paper add up.
 */
export function entryTotalCents(entry: { minutes: number; hourly_rate_cents: number; extra_cents: number }): number {
  return Math.round((hundredthsOfHours(entry.minutes) * entry.hourly_rate_cents) / 100) + entry.extra_cents
}

/** Progress moves one step forward or back, or stays. */
export function isProgressStep(from: Progress, to: Progress): boolean {
  return Math.abs(progressSteps.indexOf(from) - progressSteps.indexOf(to)) <= 1
}

/** Billed minutes proposed for a measured time: rounded up to the next step, nothing for nothing. */
export function billedMinutes(measuredMs: number, stepMinutes: number): number {
  return Math.ceil(measuredMs / minuteMs / stepMinutes) * stepMinutes
}
