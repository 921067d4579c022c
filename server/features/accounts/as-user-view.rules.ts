import { asUserMinutesMax } from '#contract/limits.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'

/** When a view that begins now ends by itself. */
export function viewLimit(startedAt: Date): string {
  return instantText(plusMs(startedAt, asUserMinutesMax * minuteMs))
}

/**
 * When a view was over: at its limit also where that was noticed and written down later, or not yet. null while it lasts.
 */
export function viewEnd(startedAt: string, endedAt: string | null, now: Date): string | null {
  const limit = viewLimit(new Date(startedAt))
  if (endedAt !== null) return endedAt < limit ? endedAt : limit
  return limit <= instantText(now) ? limit : null
}
