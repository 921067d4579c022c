/** Common fields of the DNS updater: names, kinds of provider, states, reasons of failures. */
import * as z from 'zod/mini'
import { optionalLine } from './fields.ts'
import { dnsLabelLengthMax, dnsNameLengthMax, dnsTtlMax, dnsTtlMin } from './limits.ts'
import type { dnsHostnameStates, dnsProviderTypes, dnsRecordTypes } from './lists.ts'

export type DnsProviderType = (typeof dnsProviderTypes)[number]
export type DnsRecordType = (typeof dnsRecordTypes)[number]
export type DnsHostnameState = (typeof dnsHostnameStates)[number]

/** Providers with the update call of dyndns2 whose address is known. */
export const dnsPresets = ['strato', 'inwx', 'ovh', 'all-inkl', 'infomaniak', 'do-de', 'dynv6', 'variomedia'] as const

export const tsigAlgorithms = ['hmac-sha256', 'hmac-sha512'] as const

/** The origin of a host name's value: a router's report, the reported IPv6 prefix with a fixed suffix, or a person. */
export const dnsSources = ['reported', 'prefix', 'fixed'] as const
export type DnsSource = (typeof dnsSources)[number]

/** Why a record is not written. `no_key`: none is stored; `not_published`: accepted, but the name servers disagree. */
export const dnsFailures = [
  'key',
  'zone',
  'name',
  'input',
  'blocked',
  'unsupported',
  'limit',
  'unavailable',
  'conflict',
  'unknown',
  'answer',
  'no_key',
  'not_published',
] as const
export type DnsFailure = (typeof dnsFailures)[number]

/** Further findings of a domain check: it is delegated elsewhere, or the entered servers are not the provider's. */
export const dnsCheckFailures = [...dnsFailures, 'elsewhere', 'other_servers'] as const
export type DnsCheckFailure = (typeof dnsCheckFailures)[number]

/** A label of a host name (RFC 1123), also one that begins with an underscore, in ASCII. */
const label = /^(?!-)[a-z0-9_-]+(?<!-)$/

/** A name in its ASCII form: `Müller.DE.` becomes `xn--mller-kva.de`. undefined: no host name. */
export function asciiName(text: string): string | undefined {
  const typed = text.trim().replace(/\.$/, '')
  if (typed === '' || /[\s/:@?#[\]\\%<>^|]/.test(typed)) return undefined
  // The URL parser implements UTS 46, which does not cover underscores and the star.
  const labels = typed.split('.').map(each => {
    if (/^[\w-]*$/.test(each)) return each.toLowerCase()
    return URL.parse(`http://${each}.example/`)?.hostname.replace(/\.example$/, '') ?? ''
  })
  const isName = labels.every(each => each.length <= dnsLabelLengthMax && label.test(each))
  const name = labels.join('.')
  return isName && name.length <= dnsNameLengthMax ? name : undefined
}

/** A domain as delegated: at least two labels, the last one not a number. Stored in its ASCII form. */
export const domainName = z.string('dns_domain.required').check(
  z.trim(),
  z.minLength(1, { error: 'dns_domain.required', abort: true }),
  z.maxLength(dnsNameLengthMax, { error: 'too_long', abort: true }),
  z.refine(text => isDomain(asciiName(text)), { error: 'dns_domain.invalid', abort: true }),
  z.overwrite(text => asciiName(text) ?? text),
)

function isDomain(name: string | undefined): boolean {
  return name?.includes('.') === true && /[a-z][^.]*$/.test(name)
}

/** A name below the domain: `@` is the domain itself, `*` all others, otherwise labels: `nas.home`, `*.home`. */
export const hostLabels = z.string('dns_hostname.required').check(
  z.trim(),
  z.minLength(1, { error: 'dns_hostname.required', abort: true }),
  z.maxLength(dnsNameLengthMax, { error: 'too_long', abort: true }),
  z.refine(text => asciiLabels(text) !== undefined, { error: 'dns_hostname.invalid', abort: true }),
  z.overwrite(text => asciiLabels(text) ?? text),
)

function asciiLabels(text: string): string | undefined {
  if (text === '@' || text === '*') return text
  const [, star = '', rest = ''] = /^(\*\.)?(.*)$/.exec(text) ?? []
  if (rest.endsWith('.')) return undefined
  const name = asciiName(rest)
  return name === undefined ? undefined : `${star}${name}`
}

/** The whole name of a record, without the final dot. */
export function fullHostname(labels: string, domain: string): string {
  return labels === '@' ? domain : `${labels}.${domain}`
}

/** Seconds. */
export const ttl = z
  .number({ error: 'ttl.invalid' })
  .check(z.int('ttl.invalid'), z.minimum(dnsTtlMin, 'ttl.invalid'), z.maximum(dnsTtlMax, 'ttl.too_large'))

/** A name server: `ns1.example.org`, `192.0.2.53`, either with a port, `[2001:db8::53]:53`. */
export const nameServer = z
  .string('required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(dnsNameLengthMax, { error: 'too_long', abort: true }),
    z.refine(isNameServer, 'name_server.invalid'),
  )

function isNameServer(text: string): boolean {
  if (/[/?#@\s\\]/.test(text)) return false
  const host = /^[0-9a-f:]+:[0-9a-f:]*$/i.test(text) && text.split(':').length > 2 ? `[${text}]` : text
  const url = URL.parse(`http://${host}/`)
  return url !== null && url.pathname === '/' && (url.hostname.startsWith('[') || asciiName(url.hostname) !== undefined)
}

/** Settings of a provider besides the key, by its kind; fields of other kinds are rejected. */
export const dnsOptions = z.strictObject({
  /** PowerDNS, dyndns2 without a preset: an address; RFC 2136: a host, with a port or without. */
  server: z.optional(optionalLine(dnsNameLengthMax * 2)),
  /** RFC 2136: the name of the TSIG key. */
  keyName: z.optional(optionalLine(dnsNameLengthMax)),
  algorithm: z.optional(z.enum(tsigAlgorithms)),
  /** dyndns2: the login beside the key. */
  user: z.optional(optionalLine()),
  /** dyndns2: takes the place of `server`. */
  preset: z.optional(z.enum(dnsPresets)),
})
export type DnsOptions = z.output<typeof dnsOptions>

/** The failure of a host name or of all writes to a domain. */
export const dnsFailureState = z.object({
  kind: z.enum(dnsFailures),
  /** In the provider's words, or empty. */
  detail: z.string(),
})
