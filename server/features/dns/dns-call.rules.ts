/** Parses a router's call into names and addresses, and builds the answer of dyndns2. */
import { isIPv4, isIPv6 } from 'node:net'
import type { DnsCall } from '#contract/dns-endpoints.ts'
import { asciiName } from '#contract/dns-fields.ts'
import { parseTemplate, type TemplatePlaceholder } from '#contract/dns-template.ts'
import { dnsCallNamesMax } from '#contract/limits.ts'
import { isPublicAddress } from '#server/outgoing/addresses.ts'
import { type Ipv6Prefix, joinSuffix, prefixOf, readPrefix } from './dns.rules.ts'
import type { StoredHostname } from './dns-hostname.queries.ts'

type Hint = DnsCall['hints'][number]

export type ReportedCall = {
  /** In the order of the call; empty: all names of the endpoint. null: no host name. */
  readonly names: readonly (string | null)[]
  /** Usable addresses; empty where none was reported. */
  readonly ipv4: string
  readonly ipv6: string
  readonly prefix: Ipv6Prefix | null
  readonly hints: readonly Hint[]
}

export type RefusedCall = 'numhost' | 'badip'

/** dyndns2's names, and those of routers and providers that copy it. They are understood beside the template's. */
const standardNames: Readonly<Record<string, TemplatePlaceholder>> = {
  hostname: 'hostnames',
  myip: 'ipv4',
  myipv4: 'ipv4',
  ip: 'ipv4',
  ipaddr: 'ipv4',
  myipv6: 'ipv6',
  ip6: 'ipv6',
  ip6addr: 'ipv6',
  ipv6: 'ipv6',
  ip6lanprefix: 'prefix',
  ipv6prefix: 'prefix',
}

/** `<ip6addr>`, `{ipv6}`, `%i`, `__MYIP__`, `[IP]`, `$IPV4`: the router has not filled it. */
const leftPlaceholder = /^(<.*>|\{.*\}|%[a-z]|__\w+__|\[[A-Z0-9]+\]|\$\w+)$/i

/** The values of a call by their meaning. `user` and `token` only where the template holds them. */
export function readParameters(
  parameters: ReadonlyMap<string, string>,
  template: string,
): Partial<Record<TemplatePlaceholder, string[]>> {
  const values: Partial<Record<TemplatePlaceholder, string[]>> = {}
  const add = (placeholder: TemplatePlaceholder, value: string) => {
    const text = value.trim()
    if (text !== '') values[placeholder] = [...(values[placeholder] ?? []), text]
  }
  const own = new Set<string>()
  for (const parameter of parseTemplate(template).parameters ?? []) {
    if (!('placeholders' in parameter)) continue
    const name = parameter.name.toLowerCase()
    own.add(name)
    // Several placeholders of one parameter may come in any order: an address shows its family.
    const isOfOne = parameter.placeholders.length === 1
    for (const value of (parameters.get(name) ?? '').split(
      isOfOne && !isList(parameter.placeholders[0]) ? '\0' : ',',
    )) {
      add(parameter.placeholders.find(each => fits(each, value)) ?? parameter.placeholders[0] ?? 'ipv4', value)
    }
  }
  for (const [name, placeholder] of Object.entries(standardNames)) {
    if (own.has(name)) continue
    for (const value of (parameters.get(name) ?? '').split(',')) add(placeholder, value)
  }
  return values
}

function isList(placeholder: TemplatePlaceholder | undefined): boolean {
  return placeholder !== 'user' && placeholder !== 'token'
}

function fits(placeholder: TemplatePlaceholder, value: string): boolean {
  const text = value.trim()
  if (placeholder === 'ipv4') return isIPv4(text)
  if (placeholder === 'ipv6') return isIPv6(text)
  return placeholder === 'prefix' && text.includes('/')
}

/** Names and addresses of a call, or why it is refused as a whole. */
export function readReport(values: Partial<Record<TemplatePlaceholder, string[]>>): ReportedCall | RefusedCall {
  const named = (values.hostnames ?? []).filter(name => name.toUpperCase() !== 'YES' && !leftPlaceholder.test(name))
  if (named.length > dnsCallNamesMax) return 'numhost'
  const hints = new Set<Hint>()
  let [ipv4, ipv6] = ['', '']
  let prefix: Ipv6Prefix | null = null
  for (const text of [...(values.ipv4 ?? []), ...(values.ipv6 ?? []), ...(values.prefix ?? [])]) {
    if (leftPlaceholder.test(text)) hints.add('placeholder_left')
    else if (text.includes('/')) {
      const found = readPrefix(text)
      if (found !== undefined && isPublicPrefix(found)) prefix ??= found
      else hints.add('prefix_invalid')
    } else if (isIPv4(text)) {
      if (isPublicAddress(text)) ipv4 ||= text
      else hints.add('ipv4_not_public')
    } else if (isIPv6(text)) {
      if (isPublicAddress(text)) ipv6 ||= canonical(text)
      else hints.add('ipv6_not_public')
    } else hints.add('address_invalid')
  }
  if (ipv4 === '' && ipv6 === '' && prefix === null) return 'badip'
  return { names: named.map(fullNameOf), ipv4, ipv6, prefix, hints: [...hints] }
}

/** The reason why no address of a rejected call was usable, for the portal. */
export function hintsOf(values: Partial<Record<TemplatePlaceholder, string[]>>): Hint[] {
  const report = readReport({ ...values, hostnames: [], ipv4: [...(values.ipv4 ?? []), '9.9.9.9'] })
  return typeof report === 'string' ? [] : [...report.hints]
}

function isPublicPrefix(prefix: Ipv6Prefix): boolean {
  return isPublicAddress(joinSuffix(prefix, '::1'))
}

function canonical(address: string): string {
  return URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address
}

/** In ASCII; null for anything but a whole name. */
function fullNameOf(text: string): string | null {
  const [, star = '', rest = ''] = /^(\*\.)?(.*)$/.exec(text) ?? []
  const name = asciiName(rest)
  return name?.includes('.') ? `${star}${name}` : null
}

/** The address that a call wants for a host name; undefined if it contains none. */
export function reportedValue(
  { type, source, suffix }: Pick<StoredHostname, 'type' | 'source' | 'suffix'>,
  { ipv4, ipv6, prefix }: Pick<ReportedCall, 'ipv4' | 'ipv6' | 'prefix'>,
): string | undefined {
  if (source === 'fixed') return undefined
  if (type === 'A') return ipv4 || undefined
  if (source === 'reported') return ipv6 || undefined
  // Without a prefix, the network of the router's own address counts.
  const network = prefix ?? (ipv6 === '' ? null : prefixOf(ipv6))
  return network === null ? undefined : joinSuffix(network, suffix)
}

/** Whether an address for the host name was reported, but not a publicly reachable one. */
export function isUnusable(
  { type, source }: Pick<StoredHostname, 'type' | 'source'>,
  { ipv4, ipv6, prefix, hints }: Pick<ReportedCall, 'ipv4' | 'ipv6' | 'prefix' | 'hints'>,
): boolean {
  if (source === 'fixed') return false
  if (type === 'A') return ipv4 === '' && hints.includes('ipv4_not_public')
  if (source === 'reported') return ipv6 === '' && hints.includes('ipv6_not_public')
  const isRefused = hints.includes('prefix_invalid') || hints.includes('ipv6_not_public')
  return prefix === null && ipv6 === '' && isRefused
}

export type Line = {
  readonly word: 'good' | 'nochg' | 'nohost' | 'notfqdn' | 'badip' | 'dnserr' | '911'
  readonly ip: string
}

type Outcome = Pick<StoredHostname, 'state' | 'failure' | 'value'> & {
  /** It was proven before the call, and the call changed nothing. */
  readonly isUnchanged: boolean
}

/** The line of a name: the worst of its records decides, so that no unfinished family counts as done. */
export function lineOf(outcomes: readonly Outcome[]): Line {
  const words = outcomes.map(wordOf)
  const word = (['dnserr', '911', 'good'] as const).find(each => words.includes(each)) ?? 'nochg'
  return { word, ip: outcomes.find(({ value }) => value !== '')?.value ?? '' }
}

function wordOf({ state, failure, isUnchanged }: Outcome): 'good' | 'nochg' | 'dnserr' | '911' {
  if (isUnchanged) return 'nochg'
  if (state === 'published' || state === 'current') return 'good'
  return failure === 'key' || failure === 'zone' || failure === 'no_key' ? 'dnserr' : '911'
}

const statuses: Readonly<Record<Line['word'], number>> = {
  good: 200,
  nochg: 200,
  nohost: 404,
  notfqdn: 400,
  badip: 400,
  dnserr: 503,
  '911': 503,
}

/** The answer: the status of all names, or 200 where they differ and each has its own line. */
export function answerOf(lines: readonly Line[]): { status: number; text: string } {
  const all = new Set(lines.map(({ word }) => statuses[word]))
  const [status = 404] = all
  return {
    status: all.size === 1 ? status : 200,
    text: lines
      .map(({ word, ip }) => (ip === '' || !['good', 'nochg'].includes(word) ? word : `${word} ${ip}`))
      .join('\n'),
  }
}
