/** A POST of a session with an `Idempotency-Key` takes effect once: a repeated one gets the first one's answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { sign } from '#server/auth/tokens.ts'
import type { Runtime } from '#server/context.ts'
import { appErrorOf, presentProblem, problemType } from '#server/http/answer/problem.ts'
import {
  markEffective,
  type RepeatableRequest,
  releaseFruitless,
  releaseKey,
  reserveKey,
  type StoredAnswer,
  storeAnswer,
} from './idempotency-store.ts'

const keptHeaders = ['content-type', 'etag', 'location'] as const
/** Refusals that may change when the same request is repeated. */
const passingStatuses: ReadonlySet<number> = new Set([401, 403, 422, 429])

/** `isSecret`: the answer holds data that must not be stored. */
type Run = () => Promise<{ readonly body: string | undefined; readonly isSecret: boolean }>

/**
 * Runs the request and sends its answer, or sends the stored answer of its key. `body` distinguishes two requests with
 * one key.
 */
export async function answerOnce(
  runtime: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
  run: Run,
  body: unknown,
): Promise<FastifyReply> {
  const repeatable = readKey(runtime, request, body)
  if (repeatable === undefined) return reply.send((await run()).body)

  const before = await reserveKey(runtime, repeatable)
  if (before) return sendAgain(reply, before)
  if (request.context) request.context = { ...request.context, beforeCommit: trx => markEffective(trx, repeatable) }
  const { body: answer, isSecret } = await run().catch(async (thrown: unknown) => {
    await keepRefusal(runtime, repeatable, request, thrown)
    throw thrown
  })
  // Tokens must not be stored: such a request is simply executed again.
  if (isSecret) await releaseKey(runtime, repeatable)
  else {
    await storeAnswer(runtime, repeatable, { status: reply.statusCode, headers: headersOf(reply), body: answer ?? '' })
  }
  return reply.send(answer)
}

function readKey(runtime: Runtime, request: FastifyRequest, body: unknown): RepeatableRequest | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError('request.malformed')
  const actor = request.context?.actor
  // Visitors' requests are not stored: they would fill the database.
  if (actor?.kind !== 'user') return undefined
  return {
    owner: `user:${actor.userId}`,
    key,
    // Keyed, so that the input cannot be guessed from the stored hash.
    requestHash: sign(
      runtime.keys.derive('idempotency'),
      `${request.method} ${request.url}\n${JSON.stringify(body ?? null)}`,
    ),
  }
}

async function keepRefusal(
  runtime: Runtime,
  repeatable: RepeatableRequest,
  request: FastifyRequest,
  thrown: unknown,
): Promise<void> {
  const error = appErrorOf(thrown)
  if (error.status >= 500 || passingStatuses.has(error.status)) return releaseFruitless(runtime, repeatable)
  return storeAnswer(runtime, repeatable, {
    status: error.status,
    headers: { 'content-type': problemType },
    body: JSON.stringify(presentProblem(error, request.id)),
  })
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    keptHeaders.flatMap(name => {
      const value = reply.getHeader(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

function sendAgain(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  reply.code(status).headers(headers).header('idempotency-replayed', 'true')
  return reply.send(status === 204 ? undefined : body)
}
