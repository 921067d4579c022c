/**
 * The only way out: every call to a user-entered address passes here, so nobody can make the server reach into its own
 * networks. The connection is opened to exactly the addresses that were checked: a name that resolves differently the
 * second time is not looked up again.
 */
import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isPublicAddress } from './addresses.ts'
import { failureOf, OutgoingError } from './outgoing-error.ts'
import { type Rules, readTarget, type Target } from './target.ts'

export type OutgoingAnswer = {
  readonly status: number
  /** At most 64 KB of it. */
  readonly body: Buffer
  /** From the start to the end of reading, including the look-up. */
  readonly elapsedMs: number
  /** The end of the server's certificate; null without https. */
  readonly certificateExpiresAt: Date | null
}

type Address = { readonly address: string; readonly family: number }
export type Resolve = (host: string) => Promise<readonly Address[]>

type Options = {
  readonly timeoutMs?: number
  /** For tests: the name server's answer. */
  readonly resolve?: Resolve
}

const timeoutMsDefault = 5_000
const bodyBytesMax = 65_536
const headerBytesMax = 16_384

/** Sends a GET and returns the answer, with any status; redirects are not followed. Throws `OutgoingError`. */
export async function callOutside(rules: Rules, address: string, options: Options = {}): Promise<OutgoingAnswer> {
  const { timeoutMs = timeoutMsDefault, resolve = resolveAll } = options
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const target = readTarget(rules, address)
    const addresses = await withinTime(signal, checkedAddresses(target, resolve))
    const answer = await open(target, addresses, signal)
    return { ...answer, elapsedMs: Math.round(performance.now() - startedAt) }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError(signal.aborted ? 'timeout' : failureOf(error), error)
  }
}

/** All addresses of the target. One blocked address among them is enough to refuse it. */
async function checkedAddresses({ host, isAllowed }: Target, resolve: Resolve): Promise<readonly Address[]> {
  const family = isIP(host)
  // A connection makes no look-up for literals; `readTarget` has checked them.
  if (family !== 0) return [{ address: host, family }]
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new OutgoingError('dns')
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address))) throw new OutgoingError('blocked')
  return addresses
}

/** Names that belong to nobody (RFC 6761): no look-up needed. The demo uses some of them. */
const reservedNames = /(?:^|\.)(?:example|invalid|test)$/

async function resolveAll(host: string): Promise<readonly Address[]> {
  if (reservedNames.test(host)) throw new OutgoingError('dns')
  return lookUp(host, { all: true })
}

async function open(
  { url }: Target,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<Omit<OutgoingAnswer, 'elapsedMs'>> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      agent: false,
      lookup: answerWith(addresses),
      maxHeaderSize: headerBytesMax,
      signal,
      headers: { 'user-agent': 'Kundenportal', accept: '*/*', connection: 'close' },
    })
    // 1xx and protocol switches are no answers.
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new OutgoingError('refused'))
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.end()
  })
  const { socket } = answer
  const certificateExpiresAt = socket instanceof TLSSocket ? endOfCertificate(socket) : null
  return { status: answer.statusCode ?? 0, body: await readBody(answer), certificateExpiresAt }
}

/** For any requested name, the connection gets the checked addresses. */
function answerWith(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
  }
}

function endOfCertificate(socket: TLSSocket): Date | null {
  const end = new Date(socket.getPeerCertificate().valid_to)
  return Number.isNaN(end.getTime()) ? null : end
}

/** Stops reading, and disconnects, when it has enough. */
async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    // Nothing sets an encoding, so that chunks are buffers.
    const part = chunk as Buffer
    chunks.push(part)
    bytes += part.length
    if (bytes >= bodyBytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, bodyBytesMax)
}

/** A look-up cannot be aborted; it is no longer waited for. */
function withinTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutgoingError('timeout')), { once: true })
    work.then(resolve, reject)
  })
}
