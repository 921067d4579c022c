import { emailStopDays } from '#contract/limits.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { InstantText } from '#server/database/schema-columns.ts'

/**
 * Since when the actions of an account in dispute are in doubt: a thief may have acted before the disputed change, and
 * stop links are valid for that period.
 */
export function doubtSince(now: Date, disputedSince: InstantText | undefined): InstantText {
  const since = instantText(plusMs(now, -emailStopDays * dayMs))
  return disputedSince !== undefined && disputedSince < since ? disputedSince : since
}
