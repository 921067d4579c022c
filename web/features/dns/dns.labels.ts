/** German labels of DNS states and failures. A value of a newer server never crashes. */
import type { DnsCheckFailure } from '#contract/dns-fields.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { dnsFailureTexts } from '#contract/texts/dns-failures.texts.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import { formatDateTime, formatRelative } from '#web/lib/format/format.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'

export const dnsHostnameLooks: StateLooks<DnsHostname['state']> = {
  looks: {
    waiting: ['grey', 'clock'],
    pending: ['blue', 'clock'],
    published: ['blue', 'half'],
    current: ['green', 'check'],
    retrying: ['amber', 'clock'],
    failed: ['red', 'exclamation'],
    differs: ['amber', 'question'],
  },
  text: state => wordOf(dnsTexts.states, state) ?? dnsTexts.unknown,
}

export const dnsDomainLooks: StateLooks<'ok' | 'failed'> = {
  looks: { ok: ['green', 'check'], failed: ['red', 'exclamation'] },
  text: state => (state === 'failed' ? dnsTexts.domains.broken : dnsTexts.domains.good),
}

export const dnsEndpointLooks: StateLooks<'active' | 'inactive'> = {
  looks: { active: ['green', 'check'], inactive: ['grey', 'dash'] },
  text: state => (state === 'active' ? dnsTexts.endpoints.active : dnsTexts.endpoints.inactive),
}

/** The kind of a domain's provider. */
export function dnsTypeText(type: string): string {
  return wordOf(dnsTexts.types, type) ?? dnsTexts.unknown
}

/** The reason, with the provider's own words if there are any. */
export function dnsFailureText(failure: { kind: DnsCheckFailure; detail: string } | null): string | null {
  if (failure === null) return null
  const reason = wordOf(dnsFailureTexts, failure.kind) ?? dnsTexts.unknown
  return failure.detail === '' ? reason : `${reason} (${failure.detail})`
}

export function dateTimeText(instant: string | null): string {
  return instant === null ? dnsTexts.never : formatDateTime(instant)
}

export function agoText(instant: string | null): string {
  return instant === null ? dnsTexts.never : formatRelative(instant)
}
