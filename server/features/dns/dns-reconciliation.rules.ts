/** When a record is written, verified or retried, and which results of a read need a person's decision. */
import type { DnsFailure, DnsHostnameState } from '#contract/dns-fields.ts'
import { dayMs, hourMs, minuteMs, plusMs } from '#server/clock.ts'
import type { RecordSet } from '#server/dns-providers/provider.ts'
import { type ProviderError, providerFailures } from '#server/dns-providers/provider-error.ts'

/** A failed attempt. `key` and `zone` concern the whole domain. */
export type Failed = {
  readonly kind: DnsFailure
  readonly detail: string
  readonly retryAfterSeconds: number | null
}

/** Limit of questions to the name servers after a write; then the provider's answer decides. */
export const questionPausesMs = [5_000, 15_000, minuteMs, 5 * minuteMs, 10 * minuteMs] as const
/** A write without an answer may still land after a newer one. */
export const secondLookMs = 75_000
export const driftCheckMs = dayMs
/** Values of ours from this long ago are late writes, not drift: longer than the interval of the daily check. */
export const ownEarlierMs = 2 * dayMs

const retryMs = 30_000
const retryMaxMs = hourMs
const readAgainMs = 1_000
/** A provider that states how long to wait is asked again soon after: its pause holds for all names of the domain. */
const limitMaxMs = 5 * minuteMs
/** After this time, attempts continue once a day. */
const failedAfterMs = dayMs
/** An incident: a person must act, or it lasts longer than a hiccup. */
const incidentAfterMs = 30 * minuteMs

export function failedOf(error: ProviderError): Failed {
  return { kind: error.failure, detail: error.detail ?? '', retryAfterSeconds: error.retryAfterSeconds }
}

/** Failures that only a person can repair: key, zone, name or value. */
export function needsPerson(kind: DnsFailure): boolean {
  if (kind === 'no_key') return true
  return kind !== 'not_published' && providerFailures[kind].next === 'stop'
}

/** Concerns all names of the domain. */
export function isOfDomain(kind: DnsFailure): kind is 'key' | 'zone' {
  return kind === 'key' || kind === 'zone'
}

/** State and next attempt after a failure; `attempts` counts this one. `random` is in [0, 1). */
export function afterFailure(
  { kind, retryAfterSeconds }: Failed,
  { attempts, failingSince, now, random }: { attempts: number; failingSince: Date; now: Date; random: number },
): { state: DnsHostnameState; nextAttemptAt: Date } {
  if (needsPerson(kind) || now.getTime() - failingSince.getTime() >= failedAfterMs) {
    return { state: 'failed', nextAttemptAt: plusMs(now, dayMs) }
  }
  return { state: 'retrying', nextAttemptAt: plusMs(now, pauseMs(kind, { attempts, retryAfterSeconds, random })) }
}

function pauseMs(
  kind: DnsFailure,
  { attempts, retryAfterSeconds, random }: { attempts: number; retryAfterSeconds: number | null; random: number },
): number {
  const asked = retryAfterSeconds === null ? 0 : retryAfterSeconds * 1_000
  const isReadFirst = kind !== 'no_key' && kind !== 'not_published' && providerFailures[kind].next === 'read'
  if (isReadFirst && attempts === 1) return Math.max(asked, readAgainMs)
  const most = kind === 'limit' && retryAfterSeconds !== null ? limitMaxMs : retryMaxMs
  const longest = Math.min(retryMs * 2 ** Math.min(attempts - 1, 12), most)
  // Half of it at least: many domains of one provider are not retried at the same time.
  return Math.max(asked, Math.round(longest * (0.5 + random / 2)))
}

export type Wanted = {
  readonly value: string
  readonly ttl: number
  readonly isOverwriting: boolean
}

/** Interprets a read before a write. Several values of others need a person's decision. */
export function judgeBeforeWrite(
  { value, ttl, isOverwriting }: Wanted,
  { values, ttl: presentTtl, isProxied }: Pick<RecordSet, 'values' | 'ttl' | 'isProxied'>,
  ttlMin: number | null,
): 'equal' | 'write' | 'differs' {
  const hasTtl = ttlMin === null || presentTtl === null || isProxied || presentTtl === ttl
  if (isOnly(values, value) && hasTtl) return 'equal'
  return values.length > 1 && !isOverwriting ? 'differs' : 'write'
}

/** After so many writes of one wanted value, an older one of ours is no late write: the provider does not write. */
const writesMax = 3

/** A value that the portal wanted or wrote; the oldest first. */
export type OwnChange = { readonly at: string; readonly event: 'wanted' | 'written'; readonly value: string }

/**
 * Interprets the values at the provider for a record that it has accepted. `isProven`: the name servers have published
 * it since. `not_written`: the former value is still there; nobody has changed it.
 */
export function judgeDrift(
  { value, isProven }: { value: string; isProven: boolean },
  values: readonly string[],
  own: readonly OwnChange[],
): 'equal' | 'late_write' | 'not_written' | 'differs' {
  if (isOnly(values, value)) return 'equal'
  if (values.length === 0 && !isProven) return 'not_written'
  if (values.length !== 1 || !own.some(change => change.value === values[0])) return 'differs'
  return !isProven && writesOf(value, own) >= writesMax ? 'not_written' : 'late_write'
}

/** Writes of a value since it was wanted. */
function writesOf(value: string, own: readonly OwnChange[]): number {
  const changes = own.filter(change => change.value === value)
  const wantedAt = changes.findLast(({ event }) => event === 'wanted')?.at ?? ''
  return changes.filter(({ event, at }) => event === 'written' && at >= wantedAt).length
}

export function isOnly(values: readonly string[], value: string): boolean {
  return values.length === 1 && values[0] === value
}

/** Whether the failures of a domain's host names are worth a mail. */
export function isIncident(
  failing: readonly { failure: DnsFailure | null; failing_since: string | null }[],
  now: Date,
): boolean {
  return failing.some(
    ({ failure, failing_since: since }) =>
      failure !== null &&
      (needsPerson(failure) || (since !== null && now.getTime() - Date.parse(since) >= incidentAfterMs)),
  )
}

export type DueDomain = { readonly id: string; readonly customerId: string }

/** The ids with one domain of each customer first, then a second of each: many slow ones of one delay nobody else. */
export function inTurns(due: readonly DueDomain[]): string[] {
  const places = new Map<string, number>()
  const placed = due.map(({ id, customerId }) => {
    const place = places.get(customerId) ?? 0
    places.set(customerId, place + 1)
    return { id, place }
  })
  return placed.toSorted((one, other) => one.place - other.place).map(({ id }) => id)
}
