import { impersonationMinutesMax } from '#contract/limits.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'

/** The automatic end of an impersonation that begins now. */
export function impersonationLimit(startedAt: Date): string {
  return instantText(plusMs(startedAt, impersonationMinutesMax * minuteMs))
}

/** The end of an impersonation: its limit also when the end was recorded later, or not yet. null while it lasts. */
export function impersonationEnd(startedAt: string, endedAt: string | null, now: Date): string | null {
  const limit = impersonationLimit(new Date(startedAt))
  if (endedAt !== null) return endedAt < limit ? endedAt : limit
  return limit <= instantText(now) ? limit : null
}
