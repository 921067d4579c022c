/** Questions to a name server, over TCP. */
import { randomInt } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { AUTHORITATIVE_ANSWER, type DecodedPacket, decode, encode } from 'dns-packet'
import type { HostPort } from '#server/config.ts'
import { callNameServer } from '#server/outgoing/dns-call.ts'
import { OutgoingError } from '#server/outgoing/outgoing-error.ts'
import type { Network, RecordType } from './provider.ts'
import { failureOfCall, ProviderError } from './provider-error.ts'
import { canonicalAddress } from './record-value.ts'

export type PublishedSet = {
  /** Canonical. */
  readonly values: readonly string[]
  /** null without a record. */
  readonly ttl: number | null
  /** The name is a CNAME; its addresses are those of another name. */
  readonly isAlias: boolean
}

/** `host`, `host:port`, `[IPv6]:port` or an IPv6 address. Throws `blocked` for anything else. */
export function readNameServer(text: string): HostPort {
  if (isIPv6(text)) return { host: text, port: 53 }
  const [, bracketed, host = bracketed, port = '53'] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  if (host === undefined) throw new ProviderError('blocked')
  return { host, port: Number(port) }
}

/**
 * The server's authoritative answer (AA), never a cached copy. Throws `ProviderError`: `zone` when it is not
 * responsible for the name.
 */
export async function askNameServer(
  server: HostPort,
  name: string,
  type: RecordType,
  network: Network,
): Promise<PublishedSet> {
  const { answers } = await ask(server, name, type, network)
  const sets = (answers ?? []).flatMap(answer =>
    answer.type === type && sameName(answer.name, name) ? [{ value: answer.data, ttl: answer.ttl ?? 0 }] : [],
  )
  return {
    values: sets.map(({ value }) => canonicalAddress(type, value)),
    ttl: sets[0]?.ttl ?? null,
    isAlias: (answers ?? []).some(answer => answer.type === 'CNAME' && sameName(answer.name, name)),
  }
}

/** Throws `zone` unless the server is responsible for the domain and its zone begins there. */
export async function askForZone(server: HostPort, domain: string, network: Network): Promise<void> {
  const { answers } = await ask(server, domain, 'SOA', network)
  if (!(answers ?? []).some(({ type, name }) => type === 'SOA' && sameName(name, domain))) {
    throw new ProviderError('zone')
  }
}

async function ask(server: HostPort, name: string, type: RecordType | 'SOA', network: Network): Promise<DecodedPacket> {
  const id = randomInt(65_536)
  // No flags: recursion is not desired.
  const question = encode({ type: 'query', id, flags: 0, questions: [{ name, type, class: 'IN' }] })
  const answer = readMessage(await callServer(server, question, network, false))
  const [asked] = answer.questions ?? []
  const isOurs = answer.id === id && answer.type === 'response' && answer.questions?.length === 1
  if (!isOurs || asked?.type !== type || !sameName(asked.name, name)) throw new ProviderError('answer')
  const { rcode } = answer as DecodedPacket & { rcode: string }
  if (rcode === 'SERVFAIL') throw new ProviderError('unavailable', { detail: rcode })
  const isAuthoritative = ((answer.flags ?? 0) & AUTHORITATIVE_ANSWER) !== 0
  if (!['NOERROR', 'NXDOMAIN'].includes(rcode) || !isAuthoritative) throw new ProviderError('zone', { detail: rcode })
  return answer
}

/** Sends a message to the server; every failure is a `ProviderError`. */
export async function callServer(
  server: HostPort,
  message: Buffer,
  { rules, timeoutMs, resolve }: Network,
  isWrite: boolean,
): Promise<Buffer> {
  try {
    return await callNameServer(rules, server, message, {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(resolve === undefined ? {} : { resolve }),
    })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ProviderError(failureOfCall(error.failure, isWrite), { cause: error })
  }
}

/** Throws `answer` for anything but a DNS message. */
export function readMessage(message: Buffer): DecodedPacket {
  try {
    return decode(message)
  } catch {
    throw new ProviderError('answer')
  }
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
