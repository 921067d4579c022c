/** The public answer: that of every authoritative server of a domain. */
import { findNameServers } from '#server/outgoing/dns-call.ts'
import { OutgoingError } from '#server/outgoing/outgoing-error.ts'
import { askNameServer, type PublishedSet, readNameServer } from './name-server.ts'
import { fullName, type Network, type RecordName } from './provider.ts'
import { failureOfCall, ProviderError } from './provider-error.ts'

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

/** The name servers of a domain, as set or as delegated, each once. Throws `ProviderError`: `zone` for a domain without any. */
export async function nameServersOf({ domain, nameServers }: Domain, { rules }: Network): Promise<readonly string[]> {
  if (nameServers.length > 0) return [...new Set(nameServers)].slice(0, serversMax)
  try {
    return (await findNameServers(rules, domain)).slice(0, serversMax)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ProviderError(error.failure === 'dns' ? 'zone' : failureOfCall(error.failure, false), { cause: error })
  }
}

/** No word came back, from nobody: port 53 is shut, or the servers are not to be reached from here. */
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
