/** The target of a user-entered address, checked before any look-up or connection. */
import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'
import { isPublicAddress } from './addresses.ts'
import { OutgoingError } from './outgoing-error.ts'

export type Rules = Pick<Config, 'outgoingAllow' | 'isDemo'>

export type Target = {
  readonly url: URL
  /** Without the brackets of IPv6. */
  readonly host: string
  readonly port: number
  /** Listed in `OUTGOING_ALLOW`: the operator is responsible for its target. */
  readonly isAllowed: boolean
}

const usualPorts: ReadonlySet<number> = new Set([80, 443])

/**
 * Throws `blocked` unless the address is http or https, without a user name, on port 80 or 443, and no literal of a
 * blocked range; entries of `OUTGOING_ALLOW` may be private and on any port. The demo calls nothing else.
 */
export function readTarget({ outgoingAllow, isDemo }: Rules, address: string): Target {
  // The WHATWG parser normalizes every spelling of an IPv4 address (0x7f.1, 2130706433) to four numbers.
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new OutgoingError('blocked')
  if (url.username !== '' || url.password !== '') throw new OutgoingError('blocked')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const isAllowed = outgoingAllow.some(target => target.host.toLowerCase() === host && target.port === port)
  if (!isAllowed && (isDemo || !usualPorts.has(port))) throw new OutgoingError('blocked')
  if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw new OutgoingError('blocked')
  return { url, host, port, isAllowed }
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
