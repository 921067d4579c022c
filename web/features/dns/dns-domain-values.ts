import * as z from 'zod/mini'
import type { DnsDomain, DnsDomainInput } from '#contract/dns-domains.ts'
import { dnsDomainInput } from '#contract/dns-domains.ts'
import { type DnsOptions, type DnsProviderType, dnsPresets, tsigAlgorithms } from '#contract/dns-fields.ts'

const { domain, type, nameServers } = dnsDomainInput.shape

/** All fields of the form; those of other kinds of providers keep their input and are not sent. */
export const dnsDomainValues = z.object({
  customerId: z.string(),
  domain,
  type,
  options: z.object({
    server: z.string(),
    keyName: z.string(),
    algorithm: z.enum(tsigAlgorithms),
    user: z.string(),
    preset: z.enum(['', ...dnsPresets]),
  }),
  nameServers,
  apiKey: z.string(),
})
export type DnsDomainValues = z.output<typeof dnsDomainValues>

export function newDnsDomainValues(customerId: string): DnsDomainValues {
  return {
    customerId,
    domain: '',
    type: 'hetzner',
    options: { server: '', keyName: '', algorithm: 'hmac-sha256', user: '', preset: '' },
    nameServers: [],
    apiKey: '',
  }
}

export function dnsDomainValuesOf(row: DnsDomain): DnsDomainValues {
  const start = newDnsDomainValues(row.customer.id)
  return {
    ...start,
    domain: row.domain,
    type: row.type,
    options: {
      server: row.options.server ?? '',
      keyName: row.options.keyName ?? '',
      algorithm: row.options.algorithm ?? 'hmac-sha256',
      user: row.options.user ?? '',
      preset: row.options.preset ?? '',
    },
    nameServers: row.nameServers,
  }
}

const optionsOf: Readonly<Record<DnsProviderType, readonly (keyof DnsOptions)[]>> = {
  powerdns: ['server'],
  rfc2136: ['server', 'keyName', 'algorithm'],
  dyndns2: ['preset', 'server', 'user'],
  hetzner: [],
  desec: [],
  cloudflare: [],
  ionos: [],
}

/** The options to show for a kind of provider. A preset replaces the server. */
export function shownOptions(providerType: DnsProviderType, preset: string): readonly (keyof DnsOptions)[] {
  return optionsOf[providerType].filter(name => name !== 'server' || providerType !== 'dyndns2' || preset === '')
}

export function sentDnsDomain({ domain: name, type: kind, options, nameServers: servers }: DnsDomainValues) {
  const shown = shownOptions(kind, options.preset)
  const sent = shown.flatMap(option => (options[option] === '' ? [] : [[option, options[option]] as const]))
  // Names and values are those of the form's options.
  return { domain: name, type: kind, options: Object.fromEntries(sent), nameServers: servers } as DnsDomainInput
}
