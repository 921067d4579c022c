/** Required settings of a domain by provider, and the addresses that fit a host name. */
import { isIPv4, isIPv6 } from 'node:net'
import type { DnsDomainCheck } from '#contract/dns-domains.ts'
import { type DnsOptions, type DnsProviderType, fullHostname } from '#contract/dns-fields.ts'
import type { DnsHostnameInput } from '#contract/dns-hostnames.ts'
import { dnsNameLengthMax, dnsTtlMin } from '#contract/limits.ts'
import type { ValidationCode } from '#contract/validation.ts'
import { type Dyndns2PresetName, providerOf } from '#server/dns-providers/providers.ts'

type Problem = { readonly field: string; readonly code: ValidationCode }

const optionsOf: Readonly<Record<DnsProviderType, readonly (keyof DnsOptions)[]>> = {
  powerdns: ['server'],
  rfc2136: ['server', 'keyName', 'algorithm'],
  dyndns2: ['server', 'preset', 'user'],
  hetzner: [],
  desec: [],
  cloudflare: [],
  ionos: [],
}

/** Missing options, and those of other kinds. */
export function optionProblems(type: DnsProviderType, options: DnsOptions): Problem[] {
  const foreign = Object.keys(options).filter(name => !optionsOf[type].some(own => own === name))
  const required: Readonly<Partial<Record<DnsProviderType, readonly (keyof DnsOptions)[]>>> = {
    powerdns: ['server'],
    rfc2136: ['server', 'keyName'],
    dyndns2: options.preset === undefined ? ['server', 'user'] : ['user'],
  }
  const missing = (required[type] ?? []).filter(name => (options[name] ?? '') === '')
  return [
    ...foreign.map((name): Problem => ({ field: `options.${name}`, code: 'unknown_field' })),
    ...missing.map((name): Problem => ({ field: `options.${name}`, code: 'required' })),
  ]
}

/** A change of these is a change of the account, perhaps to somebody else's: the key must not be sent there. */
export function isOtherAccount(
  before: { type: DnsProviderType; options: DnsOptions },
  after: { type: DnsProviderType; options: DnsOptions },
): boolean {
  const placeOf = ({ type, options }: typeof before) =>
    [type, options.server, options.keyName, options.user, options.preset].join('\n')
  return placeOf(before) !== placeOf(after)
}

export function presetOf({ preset }: DnsOptions): Dyndns2PresetName | null {
  return preset ?? null
}

/** The smallest TTL that a domain takes; null where the provider sets it. */
export function ttlMinOf({
  type,
  options,
  ttl_min,
}: {
  type: DnsProviderType
  options: DnsOptions
  ttl_min: number | null
}): number | null {
  const own = providerOf(type, presetOf(options)).capabilities.ttlMin
  return own === null ? null : Math.max(dnsTtlMin, own, ttl_min ?? 0)
}

/** Whether a record at this kind of provider can be removed from here. */
export function canRemoveRecords(type: DnsProviderType): boolean {
  return providerOf(type).capabilities.canRemove
}

type CheckStep = DnsDomainCheck['delegation']

/**
 * The result for servers that publish the zone: those of another provider may have one of the same name. `isOwn`: whether
 * they are its own; undefined where that is not known. `isSet`: the customer has entered them.
 */
export function judgeDelegation(
  published: CheckStep,
  { isOwn, isSet }: { isOwn: boolean | undefined; isSet: boolean },
): CheckStep {
  if (published.result !== 'ok' || isOwn === true) return published
  if (isOwn === undefined) return { ...published, result: 'unknown' }
  return { result: 'failed', failure: isSet ? 'other_servers' : 'elsewhere', detail: published.detail }
}

/** The part before the domain: people also type the whole name. */
export function nameBelow(hostname: string, domain: string): string {
  if (hostname === domain) return '@'
  return hostname.endsWith(`.${domain}`) ? hostname.slice(0, -domain.length - 1) : hostname
}

/** The combination of type, source, suffix and value; of valid addresses. */
export function hostnameProblem(
  {
    hostname,
    type,
    source,
    suffix,
    value,
  }: Pick<DnsHostnameInput, 'hostname' | 'type' | 'source' | 'suffix' | 'value'>,
  domain: string,
): Problem | undefined {
  if (fullHostname(hostname, domain).length > dnsNameLengthMax)
    return { field: 'hostname', code: 'dns_hostname.too_long' }
  if (source === 'prefix' && type !== 'AAAA') return { field: 'source', code: 'dns_source.family' }
  if (source === 'prefix' && suffix === '') return { field: 'suffix', code: 'dns_suffix.required' }
  if (source !== 'prefix' && suffix !== '') return { field: 'suffix', code: 'unknown_field' }
  if (suffix !== '' && !isSuffix(suffix)) return { field: 'suffix', code: 'dns_suffix.too_wide' }
  if (source === 'fixed' && value === '') return { field: 'value', code: 'dns_value.required' }
  if (value !== '' && !isOfFamily(type, value)) return { field: 'value', code: 'dns_value.family' }
  return undefined
}

function isOfFamily(type: 'A' | 'AAAA', address: string): boolean {
  return type === 'A' ? isIPv4(address) : isIPv6(address)
}

/** An IPv6 address with nothing in its upper half. */
function isSuffix(text: string): boolean {
  return (
    isIPv6(text) &&
    wordsOf(text)
      .slice(0, 4)
      .every(word => word === 0) &&
    wordsOf(text).some(word => word !== 0)
  )
}

/** A prefix with its length: `2001:db8:1:2::/64`. */
export type Ipv6Prefix = { readonly address: string; readonly length: number }

/** `/48` to `/64`; undefined for anything else. Host bits are ignored. */
export function readPrefix(text: string): Ipv6Prefix | undefined {
  const [, address = '', digits = ''] = /^([0-9a-f:.]+)\/(\d{1,3})$/i.exec(text.trim()) ?? []
  const length = Number(digits)
  if (!isIPv6(address) || length < 48 || length > 64) return undefined
  return { address: textOf(masked(wordsOf(address), length)), length }
}

/** The network of an address. */
export function prefixOf(address: string, length = 64): Ipv6Prefix {
  return { address: textOf(masked(wordsOf(address), length)), length }
}

/** The upper bits of the prefix with the suffix of a device behind the router. */
export function joinSuffix({ address, length }: Ipv6Prefix, suffix: string): string {
  const upper = masked(wordsOf(address), length)
  const lower = wordsOf(suffix).map((word, at) => word & ~maskOf(at, length) & 0xffff)
  return textOf(upper.map((word, at) => word | (lower[at] ?? 0)))
}

type Joined = Pick<DnsHostnameInput, 'type' | 'source' | 'suffix' | 'value'>

/**
 * The address of a host name with another suffix: routers report a prefix only when it changes, so the one reported last
 * counts until then. An address that is typed, or of another origin, stays.
 */
export function rejoinedValue(before: Joined, after: Joined): string {
  const isReported = before.source !== 'fixed' && before.type === 'AAAA' && before.value !== ''
  const isRejoined = isReported && after.source === 'prefix' && after.value === before.value
  return isRejoined ? joinSuffix(prefixOf(before.value), after.suffix) : after.value
}

function masked(words: readonly number[], length: number): number[] {
  return words.map((word, at) => word & maskOf(at, length))
}

/** The bits of the 16-bit word at this place that belong to the prefix. */
function maskOf(at: number, length: number): number {
  const bits = Math.min(Math.max(length - at * 16, 0), 16)
  return (0xffff << (16 - bits)) & 0xffff
}

/** The eight words of a valid IPv6 address. */
function wordsOf(address: string): number[] {
  const plain = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? '::'
  const [left = '', right] = plain.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return (right === undefined ? head : [...head, ...gap, ...tail]).map(word => Number.parseInt(word, 16))
}

/** In the short form of RFC 5952. */
function textOf(words: readonly number[]): string {
  const long = words.map(word => word.toString(16)).join(':')
  return URL.parse(`http://[${long}]/`)?.hostname.slice(1, -1) ?? long
}
