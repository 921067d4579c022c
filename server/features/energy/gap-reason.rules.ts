/** Why quarter-hours of a site are gaps. */
import type { EnergyGap } from '#contract/energy-gaps.ts'
import type { RefusalCode } from '#contract/energy-readings.ts'
import { instantText, minuteMs } from '#server/clock.ts'

/** A channel of power or of a counter. Instants are in milliseconds. */
export type GapChannel = {
  readonly number: number
  readonly name: string
  /** Channels of one device and role replace each other. */
  readonly place: string
  readonly createdAt: number
  /** Its first quarter-hour with a value; null: none yet. */
  readonly firstAt: number | null
}

export type GapFacts = {
  /** The quarter-hours of the site that are gaps, in order, as stretches without a break. */
  readonly stretches: readonly GapStretch[]
  readonly channels: readonly GapChannel[]
  /** The first quarter-hour of the site that is no gap, regardless of what its channels still have; null: none yet. */
  readonly firstAt: number | null
  /** Quarter-hours in `stretches` in which a channel has values, by its number. */
  readonly heard: ReadonlyMap<number, ReadonlySet<number>>
  readonly refusals: readonly { readonly channel: string; readonly at: number; readonly code: RefusalCode }[]
  /** The first value that somebody sent and nobody has assigned yet. */
  readonly proposedAt: number | null
}

/** `to` is exclusive. */
export type GapStretch = { readonly from: number; readonly to: number }

/** A quarter-hour that is no gap, with those before and after it; null: there is none in the range. */
export type KnownSlot = { readonly at: number; readonly before: number | null; readonly after: number | null }

type Reason = Pick<EnergyGap, 'reason' | 'channels' | 'code'>

const slotMs = 15 * minuteMs
/** At most this many channels are named. */
const namesMax = 5

/** The stretches between the known quarter-hours of a range; those with known neighbours may be left out. */
export function stretchesBetween(known: readonly KnownSlot[], { from, to }: GapStretch): GapStretch[] {
  const first = known.find(({ before }) => before === null)
  const ends = known.map(({ at, after }) => ({ from: at + slotMs, to: after ?? to }))
  return [{ from, to: first?.at ?? to }, ...ends].filter(stretch => stretch.from < stretch.to)
}

/** Consecutive gaps with the same reason are one. */
export function gapsOf(facts: GapFacts): EnergyGap[] {
  const found: { from: number; to: number; reason: Reason }[] = []
  for (const { from, to } of facts.stretches) {
    for (let at = from; at < to; at += slotMs) {
      const reason = reasonOf(at, facts)
      const last = found.at(-1)
      if (last?.to === at && isSame(last.reason, reason)) last.to = at + slotMs
      else found.push({ from: at, to: at + slotMs, reason })
    }
  }
  return found.map(({ from, to, reason }) => ({
    from: instantText(new Date(from)),
    to: instantText(new Date(to)),
    ...reason,
  }))
}

/** Refused values come first: somebody sent them. Then what the site or its channels lacked at that time. */
function reasonOf(at: number, { channels, firstAt, heard, refusals, proposedAt }: GapFacts): Reason {
  const end = at + slotMs
  const refused = refusals.filter(refusal => refusal.at >= at && refusal.at < end)
  const [first] = refused
  if (first !== undefined) return named('refused', [...new Set(refused.map(({ channel }) => channel))], first.code)
  const silent = silentOf(at, channels, heard)
  const isAll = silent.length === channels.length
  if (isAll && firstAt !== null && firstAt <= at) return named('site_silent', [])
  const names = (of: readonly GapChannel[]) => (isAll && of.length === silent.length ? [] : of.map(({ name }) => name))
  const added = silent.filter(({ createdAt, firstAt }) => createdAt >= end && (firstAt === null || firstAt > at))
  const started = silent.filter(({ firstAt }) => firstAt !== null && firstAt <= at)
  if (started.length > 0) return isAll ? named('site_silent', []) : named('channel_silent', names(started))
  if (added.length > 0 && added.length === silent.length && !isAll) return named('not_assigned', names(added))
  if (isAll && proposedAt !== null && proposedAt < end) return named('not_assigned', [])
  return named('before_first', names(silent))
}

/** Channels whose device gave nothing in their role; else those that gave nothing themselves. */
function silentOf(at: number, channels: readonly GapChannel[], heard: GapFacts['heard']): readonly GapChannel[] {
  const silent = channels.filter(({ number }) => !heard.get(number)?.has(at))
  const heardPlaces = new Set(channels.filter(channel => !silent.includes(channel)).map(({ place }) => place))
  const alone = silent.filter(({ place }) => !heardPlaces.has(place))
  return alone.length > 0 ? alone : silent
}

function named(reason: Reason['reason'], channels: readonly string[], code: Reason['code'] = null): Reason {
  return { reason, channels: channels.slice(0, namesMax), code }
}

function isSame(one: Reason, other: Reason): boolean {
  return one.reason === other.reason && one.code === other.code && one.channels.join('\n') === other.channels.join('\n')
}
