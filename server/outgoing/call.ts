/**
 * The only way out: every call to a user-entered address passes here, so nobody can make the server reach into its own
 * networks. The connection is opened to exactly the addresses that were checked: a name that resolves differently the
 * second time is not looked up again.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import { type Address, answerWith, checkedAddresses, type Resolve, resolveAll, withinTime } from './look-up.ts'
import { failureOf, OutgoingError } from './outgoing-error.ts'
import { type Rules, readTarget, type Target } from './target.ts'

export type OutgoingCall = {
  /** GET without one. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that carry a key: sent over https only, unless `OUTGOING_ALLOW` names the target. */
  readonly keyHeaders?: Readonly<Record<string, string>>
  readonly body?: string
}

export type OutgoingAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** At most 64 KB of it, or `bytesMax`. */
  readonly body: Buffer
  /** The body was longer. */
  readonly isCut: boolean
  /** From the start to the end of reading, including the look-up. */
  readonly elapsedMs: number
  /** The end of the server's certificate; null without https. */
  readonly certificateExpiresAt: Date | null
}

type Options = OutgoingCall & {
  readonly timeoutMs?: number
  /** Of the answer's body; without it 64 KB. */
  readonly bytesMax?: number
  /** For tests: the name server's answer. */
  readonly resolve?: Resolve
}

const timeoutMsDefault = 5_000
const bodyBytesMax = 65_536
const headerBytesMax = 16_384

/**
 * Returns the answer, with any status; redirects are not followed, so that headers and body go to one target only.
 * Throws `OutgoingError`.
 */
export async function callOutside(rules: Rules, address: string, options: Options = {}): Promise<OutgoingAnswer> {
  const { timeoutMs = timeoutMsDefault, resolve = resolveAll } = options
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const target = readTarget(rules, address)
    if (options.keyHeaders !== undefined && target.url.protocol !== 'https:' && !target.isAllowed) {
      throw new OutgoingError('blocked')
    }
    const addresses = await withinTime(signal, checkedAddresses(target, resolve))
    const answer = await open(target, addresses, options, signal)
    return { ...answer, elapsedMs: Math.round(performance.now() - startedAt) }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError(signal.aborted ? 'timeout' : failureOf(error), error)
  }
}

async function open(
  { url }: Target,
  addresses: readonly Address[],
  { method = 'GET', headers, keyHeaders, body, bytesMax = bodyBytesMax }: Options,
  signal: AbortSignal,
): Promise<Omit<OutgoingAnswer, 'elapsedMs'>> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      method,
      agent: false,
      lookup: answerWith(addresses),
      maxHeaderSize: headerBytesMax,
      signal,
      headers: {
        'user-agent': 'Kundenportal',
        accept: '*/*',
        ...headers,
        ...keyHeaders,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        connection: 'close',
      },
    })
    // 1xx and protocol switches are no answers.
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new OutgoingError('refused'))
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
  const { socket } = answer
  const certificateExpiresAt = socket instanceof TLSSocket ? endOfCertificate(socket) : null
  const { body: content, isCut } = await readBody(answer, bytesMax)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: content, isCut, certificateExpiresAt }
}

function endOfCertificate(socket: TLSSocket): Date | null {
  const end = new Date(socket.getPeerCertificate().valid_to)
  return Number.isNaN(end.getTime()) ? null : end
}

/** Stops reading, and disconnects, when it has enough. */
async function readBody(answer: IncomingMessage, bytesMax: number): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    // Nothing sets an encoding, so that chunks are buffers.
    const part = chunk as Buffer
    chunks.push(part)
    bytes += part.length
    if (bytes > bytesMax) break
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), isCut: bytes > bytesMax }
}
