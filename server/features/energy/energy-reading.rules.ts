/** Converts input of a program into a reading to store, or a rejection. */

import { readingDays } from '#contract/energy-limits.ts'
import type { RejectionCode, SentReading } from '#contract/energy-readings.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { faultOf, hasWrongSign, readingValue, storedValue } from './reading.rules.ts'

/** `value` is as stored, in millionths of the unit sent. */
export type ReadingToStore = { readonly channel: ChannelRow; readonly at: number; readonly value: number }

export type ReadReading =
  | { readonly index: number; readonly code: RejectionCode }
  /** With a code it is stored but does not count: its sign is wrong, which inverting the factor corrects. */
  | { readonly index: number; readonly code: RejectionCode | null; readonly reading: ReadingToStore }

/** Clocks may differ by this much. */
const futureMs = 5 * minuteMs

/** Reads one reading of a batch separately; `channels` are those of the site, by their keys. */
export function readReading(
  { channel: key, at: sentAt, value: sent }: SentReading,
  index: number,
  channels: ReadonlyMap<string, ChannelRow>,
  now: number,
): ReadReading {
  const channel = typeof key === 'string' ? channels.get(key) : undefined
  if (channel === undefined) return { index, code: 'channel.unknown' }
  const at = sentAt === undefined || sentAt === null ? now : instantOf(sentAt)
  const number = numberOf(sent, channel)
  if (at === null || number === null) return { index, code: 'value.invalid' }
  if (at > now + futureMs) return { index, code: 'at.future' }
  if (at < now - readingDays * dayMs) return { index, code: 'at.too_old' }
  const value = storedValue(number)
  if (value === null) return { index, code: 'value.implausible' }
  const kind = { role: channel.role, measure: channel.measure, maxW: channel.max_w }
  const real = readingValue(value, channel.factor_millionths, channel.measure)
  const reading = { channel, at, value }
  const code = faultOf(kind, real)
  if (code === null || (hasWrongSign(kind, real) && -real <= channel.max_w)) return { index, code, reading }
  return { index, code }
}

/** ISO 8601 with its offset from UTC: without one, nobody knows which instant it is. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** The parser alone takes 30 February for 2 March. */
function instantOf(sent: SentReading['at']): number | null {
  if (typeof sent !== 'string' || !instantPattern.test(sent)) return null
  const [at, date] = [Date.parse(sent), sent.slice(0, 10)]
  if (Number.isNaN(at) || !new Date(date).toISOString().startsWith(date)) return null
  return at
}

function numberOf(sent: SentReading['value'], { measure }: ChannelRow): number | null {
  if (typeof sent === 'boolean' && (measure === 'connected' || measure === 'dimmed')) return sent ? 1 : 0
  return typeof sent === 'number' && Number.isFinite(sent) ? sent : null
}

/** What a page shows of one value. */
const shownLengthMax = 100

/** Input of a program as one short line of visible text. */
export function shownText(sent: unknown): string {
  return textOf(sent)
    .slice(0, shownLengthMax)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\u{fffd}')
}

function textOf(sent: unknown): string {
  if (typeof sent !== 'object' || sent === null) return String(sent ?? '')
  try {
    return JSON.stringify(sent)
  } catch {
    // Nested deeper than the stack: by MQTT there is no limit.
    return Array.isArray(sent) ? '[…]' : '{…}'
  }
}
