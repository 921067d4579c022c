/** The target of a user-entered address, checked before any look-up or connection. */
import { isIP, isIPv6 } from 'node:net'
import type { Config, HostPort } from '#server/config.ts'
import { isPublicAddress } from './addresses.ts'
import { OutgoingError } from './outgoing-error.ts'

export type Rules = Pick<Config, 'outgoingAllow' | 'isDemo'>

export type Target = HostTarget & { readonly url: URL }

type HostTarget = {
  /** Without the brackets of IPv6. */
  readonly host: string
  readonly port: number
  /** Listed in `OUTGOING_ALLOW`: the operator is responsible for its target. */
  readonly isAllowed: boolean
}

const usualPorts: ReadonlySet<number> = new Set([80, 443])
const dnsPorts: ReadonlySet<number> = new Set([53])

/**
 * Throws `blocked` unless the address is http or https, without a user name, on port 80 or 443, and no literal of a
 * blocked range; entries of `OUTGOING_ALLOW` may be private and on any port. The demo calls nothing else.
 */
export function readTarget(rules: Rules, address: string): Target {
  // The WHATWG parser normalizes every spelling of an IPv4 address (0x7f.1, 2130706433) to four numbers.
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new OutgoingError('blocked')
  if (url.username !== '' || url.password !== '') throw new OutgoingError('blocked')
  const host = hostOf(url)
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { url, ...checkedHost(rules, { host, port }, usualPorts) }
}

/** Throws `blocked` unless the name server is public and on port 53; `OUTGOING_ALLOW` as above. */
export function readDnsTarget(rules: Rules, { host, port }: HostPort): HostTarget {
  // The parser of addresses knows every spelling of an IPv4 address, and rejects invalid hosts.
  const url = URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/`)
  if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new OutgoingError('blocked')
  }
  return checkedHost(rules, { host: hostOf(url), port }, dnsPorts)
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function checkedHost({ outgoingAllow, isDemo }: Rules, { host, port }: HostPort, ports: ReadonlySet<number>) {
  const isAllowed = outgoingAllow.some(target => target.host.toLowerCase() === host && target.port === port)
  if (!isAllowed && (isDemo || !ports.has(port))) throw new OutgoingError('blocked')
  if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw new OutgoingError('blocked')
  return { host, port, isAllowed }
}

/** The same for a name server. */
export function mayCallDns(rules: Rules, server: HostPort): boolean {
  try {
    readDnsTarget(rules, server)
    return true
  } catch {
    return false
  }
}

/** Whether the address itself may be called; the addresses of its name are checked only on the call. */
export function mayCall(rules: Rules, address: string): boolean {
  try {
    readTarget(rules, address)
    return true
  } catch {
    return false
  }
}
