import { billingStepMinutes } from '#contract/limits.ts'

/** What is proposed to be billed for a measured time: rounded up to the billing step, in hours. */
export function proposedHours(measuredMs: number): number {
  const steps = Math.ceil(Math.max(measuredMs, 1) / 60_000 / billingStepMinutes)
  return (steps * billingStepMinutes) / 60
}
