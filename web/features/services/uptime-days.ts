/** Rates the days of a website and formats durations. */
import type { WebsiteDay } from '#contract/website-services.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

export type DayKind = keyof typeof serviceTexts.history.days

/** From this share of failed checks, a day counts as disturbed and not only briefly: about an hour and a quarter. */
const downShare = 0.05

export function dayKindOf({ checks, failures }: Pick<WebsiteDay, 'checks' | 'failures'>): DayKind {
  if (checks === 0) return 'none'
  if (failures === 0) return 'ok'
  return failures / checks < downShare ? 'short' : 'down'
}

/** A share with enough decimals to distinguish a good month from a bad one: `99,87 %`. */
export function formatUptime(share: number): string {
  return `${formatNumber(Math.floor(share * 10_000) / 100, 0, 2)}\u00a0%`
}

/** Calendar days in Germany from now to an instant; negative after it. */
export function daysUntil(instant: string, nowMs: number): number {
  const expiresMs = Date.parse(instant)
  if (expiresMs < nowMs) return Math.min(-1, dayNumber(instant) - dayNumber(new Date(nowMs).toISOString()))
  return dayNumber(instant) - dayNumber(new Date(nowMs).toISOString())
}

function dayNumber(instant: string): number {
  return Date.parse(berlinDate(new Date(instant))) / (24 * 60 * minuteMs)
}

/** A duration as text: `40 Min.`, `2 Std. 10 Min.`, `1 Tag 4 Std.`. */
export function lengthText(fromInstant: string, toInstant: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(toInstant) - Date.parse(fromInstant)) / minuteMs))
  const hours = Math.floor(minutes / 60)
  const texts = serviceTexts.history
  if (hours === 0) return texts.minutes(minutes)
  return hours < 24 ? texts.hours(hours, minutes % 60) : texts.longDays(Math.floor(hours / 24), hours % 24)
}

const minuteMs = 60_000
