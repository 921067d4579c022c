/** Answers input that cannot be read as HTTP, before Fastify sees a request: too slow, too long, or broken. */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/app-error.ts'
import { presentProblem, problemType } from '#server/http/answer/problem.ts'

/** Node's error codes that are not simply malformed, with the status HTTP has for them. */
const known: Readonly<Record<string, { code: ErrorCode; status: number }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request.timeout', status: 408 },
  HPE_HEADER_OVERFLOW: { code: 'request.malformed', status: 431 },
}

/** Node's message for a request that takes too long, for our own limits. */
export function tooSlow(): Error & { code: string } {
  return Object.assign(new Error('The request takes too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}

type Exchange = { readonly request: IncomingMessage; readonly answer: ServerResponse }

/** The newest request of each connection, with its answer. */
export type LatestExchanges = WeakMap<Socket, Exchange>

export function refuseBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  latest: Exchange | undefined,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || (latest && isBeingAnswered(latest))) {
    socket.destroy()
    return
  }
  const { code, status } = known[error.code ?? ''] ?? { code: 'request.malformed', status: 400 }
  const body = JSON.stringify({ ...presentProblem(new AppError(code), randomUUID()), status })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )
}

/** The error belongs to a request that has its answer, or would be answered in the middle of another one. */
function isBeingAnswered({ request, answer }: Exchange): boolean {
  return request.complete ? !answer.writableFinished : answer.headersSent
}
