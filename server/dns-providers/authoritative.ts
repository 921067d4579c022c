/** The public answer: that of every authoritative server of a domain. */
import { isIP } from 'node:net'
import { findNameServers } from '#server/outgoing/dns-call.ts'
import { resolveAll, withinTime } from '#server/outgoing/look-up.ts'
import { OutgoingError } from '#server/outgoing/outgoing-error.ts'
import { askNameServer, type PublishedSet, readNameServer } from './name-server.ts'
import { fullName, type Network, type RecordName } from './provider.ts'
import { failureOfCall, ProviderError } from './provider-error.ts'
import { canonicalAddress } from './record-value.ts'

export type ServerAnswer = { readonly server: string } & (
  | { readonly published: PublishedSet; readonly error: null }
  | { readonly published: null; readonly error: ProviderError }
)

/** More servers than any registry takes. */
const serversMax = 16

type Domain = {
  readonly domain: string
  /** `host` or `host:port`; empty = as delegated. */
  readonly nameServers: readonly string[]
}

/** The name servers of a domain, as set or delegated, each once. Throws `ProviderError`: `zone` if it has none. */
export async function nameServersOf({ domain, nameServers }: Domain, { rules }: Network): Promise<readonly string[]> {
  if (nameServers.length > 0) return [...new Set(nameServers)].slice(0, serversMax)
  try {
    return (await findNameServers(rules, domain)).slice(0, serversMax)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ProviderError(error.failure === 'dns' ? 'zone' : failureOfCall(error.failure, false), { cause: error })
  }
}

/**
 * Whether one of the servers is among the provider's own, by its name or by an address; undefined for an address where
 * those of the provider's own cannot be looked up.
 */
export async function isAmongServers(
  servers: readonly string[],
  own: readonly string[],
  network: Network,
): Promise<boolean | undefined> {
  const hosts = servers.map(server => plainName(readNameServer(server).host))
  const ownHosts = own.map(plainName)
  if (hosts.some(host => ownHosts.includes(host))) return true
  const [found, ownFound] = await Promise.all([addressesOf(hosts, network), addressesOf(ownHosts, network)])
  if (found.some(address => ownFound.includes(address))) return true
  return ownFound.length === 0 && hosts.some(host => isIP(host) !== 0) ? undefined : false
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

const lookUpMs = 3_000

/** Names that are not found have none. */
async function addressesOf(hosts: readonly string[], { resolve = resolveAll }: Network): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(lookUpMs)
  const found = await Promise.allSettled(
    hosts.map(host => (isIP(host) === 0 ? withinTime(signal, resolve(host)) : [{ address: host, family: isIP(host) }])),
  )
  return found.flatMap(each =>
    each.status === 'fulfilled'
      ? each.value.map(({ address, family }) => canonicalAddress(family === 4 ? 'A' : 'AAAA', address))
      : [],
  )
}

/** No server answered: port 53 is blocked, or the servers cannot be reached from here. */
export function isSilence({ cause }: ProviderError): boolean {
  return cause instanceof OutgoingError
}

/** Asks each server for the name, all at once. A server that does not answer is an answer with its error. */
export function askServers(
  servers: readonly string[],
  domain: string,
  { name, type }: RecordName,
  network: Network,
): Promise<readonly ServerAnswer[]> {
  return Promise.all(
    servers.map(async (server): Promise<ServerAnswer> => {
      try {
        const published = await askNameServer(readNameServer(server), fullName(domain, name), type, network)
        return { server, published, error: null }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        return { server, published: null, error }
      }
    }),
  )
}
