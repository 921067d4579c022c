import { billingStepMinutes } from '#contract/limits.ts'

/** Billable hours for a measured time: rounded up to the billing step. */
export function proposedHours(measuredMs: number): number {
  const steps = Math.ceil(Math.max(measuredMs, 1) / 60_000 / billingStepMinutes)
  return (steps * billingStepMinutes) / 60
}
