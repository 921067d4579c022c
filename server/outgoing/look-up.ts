/** From a checked target to the addresses that a connection may use, and to no others. */
import { lookup as lookUp } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { OutgoingError } from './outgoing-error.ts'
import type { Target } from './target.ts'

export type Address = { readonly address: string; readonly family: number }
export type Resolve = (host: string) => Promise<readonly Address[]>

/** All addresses of the target. One blocked address among them is enough to refuse it. */
export async function checkedAddresses(
  { host, isAllowed }: Pick<Target, 'host' | 'isAllowed'>,
  resolve: Resolve,
): Promise<readonly Address[]> {
  const family = isIP(host)
  // A connection makes no look-up for literals; the target's reader has checked them.
  if (family !== 0) return [{ address: host, family }]
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new OutgoingError('dns')
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address))) throw new OutgoingError('blocked')
  return addresses
}

/** Names that belong to nobody (RFC 6761): no look-up needed. The demo uses some of them. */
const reservedNames = /(?:^|\.)(?:example|invalid|test)$/

export function isReserved(host: string): boolean {
  return reservedNames.test(host)
}

export async function resolveAll(host: string): Promise<readonly Address[]> {
  if (isReserved(host)) throw new OutgoingError('dns')
  return lookUp(host, { all: true })
}

/** For any requested name, the connection gets the checked addresses. */
export function answerWith(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
  }
}

/** A look-up cannot be aborted; it is no longer waited for. */
export function withinTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutgoingError('timeout')), { once: true })
    work.then(resolve, reject)
  })
}
