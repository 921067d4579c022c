/** DNS messages over TCP (RFC 7766), under the guard of every outgoing call. */
import { Resolver } from 'node:dns/promises'
import { connect } from 'node:net'
import type { HostPort } from '#server/config.ts'
import {
  type Address,
  answerWith,
  checkedAddresses,
  isReserved,
  type Resolve,
  resolveAll,
  withinTime,
} from './look-up.ts'
import { failureOf, OutgoingError } from './outgoing-error.ts'
import { type Rules, readDnsTarget } from './target.ts'

type Options = {
  readonly timeoutMs?: number
  /** For tests: the name server's answer. */
  readonly resolve?: Resolve
}

const timeoutMsDefault = 5_000

/**
 * Sends one message to a name server and returns the first answer, unread, at most 64 KB as its length has two bytes.
 * Throws `OutgoingError`.
 */
export async function callNameServer(
  rules: Rules,
  server: HostPort,
  message: Buffer,
  options: Options = {},
): Promise<Buffer> {
  const { timeoutMs = timeoutMsDefault, resolve = resolveAll } = options
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const target = readDnsTarget(rules, server)
    const addresses = await withinTime(signal, checkedAddresses(target, resolve))
    return await exchange({ host: target.host, port: target.port }, addresses, message, signal)
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError(signal.aborted ? 'timeout' : failureOf(error), error)
  }
}

function exchange(
  { host, port }: HostPort,
  addresses: readonly Address[],
  message: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: answerWith(addresses) })
    let received = Buffer.alloc(0)
    const giveUp = (error: unknown) => {
      reject(error)
      socket.destroy()
    }
    signal.addEventListener('abort', () => giveUp(new OutgoingError('timeout')), { once: true })
    socket.on('error', giveUp)
    socket.once('close', () => reject(new OutgoingError('refused')))
    socket.once('connect', () => socket.write(Buffer.concat([lengthOf(message), message])))
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
      resolve(received.subarray(2, 2 + received.readUInt16BE(0)))
      socket.destroy()
    })
  })
}

function lengthOf(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return length
}

type NameServerOptions = {
  /** For tests: the resolver, instead of the system's. */
  readonly resolvers?: readonly string[]
}

/**
 * The names of the name servers of the zone that holds the name, as the system's resolver finds them by following the
 * delegation: of the name itself or, where no zone begins there, of the domain above. Throws `OutgoingError`, with `dns`
 * for a name that does not exist or belongs to nobody. The demo asks nobody.
 */
export async function findNameServers(
  { isDemo }: Pick<Rules, 'isDemo'>,
  name: string,
  { resolvers }: NameServerOptions = {},
): Promise<readonly string[]> {
  if (isDemo) throw new OutgoingError('blocked')
  if (resolvers === undefined && isReserved(name)) throw new OutgoingError('dns')
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (resolvers) resolver.setServers(resolvers)
  const labels = name.split('.')
  for (let above = 0; ; above += 1) {
    try {
      return (await resolver.resolveNs(labels.slice(above).join('.'))).toSorted()
    } catch (error) {
      // The last label is a registry's, whose servers do not know the name.
      if (isWithoutRecord(error) && labels.length - above > 2) continue
      throw new OutgoingError(failureOf(error), error)
    }
  }
}

function isWithoutRecord(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENODATA'
}
