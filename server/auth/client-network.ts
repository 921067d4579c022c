/** The origin of a request as the throttle counts it. */
import { isIPv6 } from 'node:net'

/**
 * The network of one subscriber: the IPv4 address itself, or the first 64 bits of an IPv6 address, because one
 * subscriber can use all addresses below them.
 */
export function clientNetwork(address: string): string {
  return networkOf(address, 64)
}

/** The most that one subscriber can get: of an IPv6 address the first 48 bits, with 65,536 networks as above. */
export function wideNetwork(address: string): string {
  return networkOf(address, 48)
}

/** A network that a limit counts, and by how much the limit is multiplied for it. */
export type Counted = { readonly name: string; readonly times: number }

/** One subscriber can have 65,536 IPv6 networks: together they get this many times the limit of one. */
const wideTimes = 5

/** The rule of all limits for visitors: the network of an address counts, and for IPv6 also the whole subscriber. */
export function countedNetworks(address: string): readonly Counted[] {
  const own = { name: clientNetwork(address), times: 1 }
  const wide = { name: wideNetwork(address), times: wideTimes }
  return own.name === wide.name ? [own] : [own, wide]
}

function networkOf(address: string, bits: 48 | 64): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, bits / 16)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`
}
