import { impersonationMinutesMax } from '#contract/limits.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'

/** When a view that begins now ends by itself. */
export function impersonationLimit(startedAt: Date): string {
  return instantText(plusMs(startedAt, impersonationMinutesMax * minuteMs))
}

/**
 * When a view was over: at its limit also where that was noticed and written down later, or not yet. null while it lasts.
 */
export function impersonationEnd(startedAt: string, endedAt: string | null, now: Date): string | null {
  const limit = impersonationLimit(new Date(startedAt))
  if (endedAt !== null) return endedAt < limit ? endedAt : limit
  return limit <= instantText(now) ? limit : null
}
