/** Connections before their login. Their places are few: a newcomer gets one from the network that holds the most. */
import type { Socket } from 'node:net'
import { type Counted, countedNetworks } from '#server/auth/client-network.ts'

/** A connection is identified by its two ends: over TLS there are two sockets for it. */
type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress'>
type Connection = Ends & { once(event: 'close', listener: () => void): unknown; destroy(): unknown }

export type Strangers = {
  /** From its first byte on, so that the handshake of TLS counts, too. */
  admit(connection: Connection): void
  /** It has logged in. */
  release(connection: Ends | undefined): void
}

type Stranger = { readonly name: string; readonly connection: Connection; readonly networks: readonly Counted[] }

export const strangersMax = 500
/** All devices of a house log in again after a power failure. */
const strangersOfNetworkMax = 20

/** `areNetworksKnown`: not behind a proxy, whose address all connections have. */
export function createStrangers(areNetworksKnown: boolean): Strangers {
  const all = new Map<string, Stranger>()
  /** The oldest come first. */
  const ofNetwork = new Map<string, Set<Stranger>>()
  const remove = (stranger: Stranger) => {
    if (all.get(stranger.name) === stranger) all.delete(stranger.name)
    for (const { name } of stranger.networks) {
      ofNetwork.get(name)?.delete(stranger)
      if (ofNetwork.get(name)?.size === 0) ofNetwork.delete(name)
    }
  }
  const expelOldest = (strangers: Iterable<Stranger>) => {
    for (const stranger of strangers) {
      remove(stranger)
      stranger.connection.destroy()
      return
    }
  }
  return {
    admit(connection) {
      const networks = countedNetworks(connection.remoteAddress ?? '')
      for (const { name, times } of areNetworksKnown ? networks : []) {
        const others = ofNetwork.get(name) ?? new Set()
        if (others.size >= strangersOfNetworkMax * times) expelOldest(others)
      }
      if (all.size >= strangersMax) expelOldest(largest(ofNetwork.values()))
      const stranger = { name: nameOf(connection), connection, networks }
      all.set(stranger.name, stranger)
      for (const { name } of networks) ofNetwork.set(name, (ofNetwork.get(name) ?? new Set()).add(stranger))
      connection.once('close', () => remove(stranger))
    },
    release(connection) {
      const stranger = connection && all.get(nameOf(connection))
      if (stranger !== undefined) remove(stranger)
    },
  }
}

function nameOf({ remoteAddress, remotePort, localAddress }: Ends): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}

function largest<T>(sets: Iterable<ReadonlySet<T>>): ReadonlySet<T> {
  let most: ReadonlySet<T> = new Set()
  for (const set of sets) {
    if (set.size > most.size) most = set
  }
  return most
}
