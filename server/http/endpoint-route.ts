/** One endpoint of the contract as a Fastify route: admit, parse, run, present. */

import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type BodyLimits, bodyLimitsOf } from '#contract/body-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/app-error.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { demandFreshAuthentication } from '#server/auth/reauthentication.ts'
import type { Context, Runtime } from '#server/context.ts'
import type { FileContent } from '#server/files/read-stored-file.ts'
import { sendFile } from './answer/downloads.ts'
import { type EventSource, sendEvents } from './answer/event-stream.ts'
import { type PictureContent, sendPicture } from './answer/pictures.ts'
import { sendProblem } from './answer/problem.ts'
import { readerOf, type TakeTurn } from './answer/read-shares.ts'
import { HttpReply } from './answer/reply.ts'
import type { BoundEndpoint } from './bind.ts'
import { answerOnce } from './idempotency/idempotency.ts'
import type { Spend } from './request/call-budgets.ts'
import { admit, admitAgain } from './request/caller.ts'
import { unlessAborted } from './request/client-abort.ts'
import { asInvalidBatch, unpackGzip } from './request/gzip-body.ts'
import { type RequestInput, readInput, readParams } from './request/read-input.ts'
import { readUpload, type UploadGate } from './request/uploads.ts'

const jsonType = 'application/json; charset=utf-8'

/** The sent body as text, and whether it must not be stored: it holds a secret or comes with a cookie. */
type Answer = { readonly body: string | undefined; readonly isSecret: boolean }

/** The cost of an item read that only checks existence: rows and no answer. */
const sightBytes = 250_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take time to arrive. */
    receivesFile?: boolean
    /** The answer stays open: its duration means nothing. */
    isStream?: boolean
  }
}

export type Surroundings = {
  /** A created row can be read at the collection's path plus its id (201 with Location). */
  readonly hasItem: boolean
  /** For an admin's endpoint: the read of the same row that other roles may call. */
  readonly itemRead: BoundEndpoint | undefined
  readonly gate: UploadGate
  readonly spend: Spend
  readonly takeTurn: TakeTurn
}

export function registerEndpoint(
  app: FastifyInstance,
  runtime: Runtime,
  bound: BoundEndpoint,
  { hasItem, itemRead, gate, spend, takeTurn }: Surroundings,
): void {
  const { endpoint } = bound
  const status = endpoint.status ?? 200
  const bodyLimits = bodyLimitsOf(endpoint)

  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    ...(status !== 204 &&
      !endpoint.download &&
      !endpoint.picture &&
      !endpoint.stream && { schema: { response: { [status]: endpoint.response } } }),
    config: configOf(endpoint, bodyLimits),
    bodyLimit: bodyLimits.bytes,
    // An endless answer has no length, so no HEAD.
    ...(endpoint.stream && { exposeHeadRoute: false }),
    ...(endpoint.batch && {
      preParsing: (request, _reply, payload) => unpackGzip(request, payload, bodyLimits.bytes),
      errorHandler: (error, request, reply) => refuseBatch(runtime, bound, request, reply, error),
    }),
    onRequest: async (request, reply) => {
      try {
        await admit(runtime, endpoint, request, reply, spend)
      } catch (error) {
        const isForbidden = error instanceof AppError && error.code === 'role.forbidden'
        if (isForbidden && itemRead) {
          const context = spend(endpoint, contextOf(request))
          await takeTurn({
            reader: readerOf(itemRead.endpoint, context),
            isGone: () => request.socket.destroyed,
            read: async () => {
              await demandSight(runtime, itemRead, request, reply)
              return sightBytes
            },
          })
        }
        throw error
      }
      const asks = endpoint.stepUp === 'always' || (endpoint.stepUp === 'ofAdmins' && isAdmin(contextOf(request).actor))
      if (asks) await demandFreshAuthentication(runtime.db, contextOf(request))
      await bound.demandProof?.(contextOf(request), readParams(request.params))
    },
    handler: async (request, reply) => {
      // A file or a stream flows at the reader's pace; everything else is built at once.
      if (endpoint.method === 'GET' && !endpoint.download && !endpoint.stream) {
        await takeTurn({
          reader: readerOf(endpoint, contextOf(request)),
          isGone: () => request.socket.destroyed,
          read: async hasWaited => {
            if (hasWaited) await admitAgain(runtime, endpoint, request)
            return answerRead(runtime, bound, request, reply)
          },
        })
        return reply
      }
      if (endpoint.method !== 'GET') await admitAgain(runtime, endpoint, request)
      const input = readInput(endpoint, request)
      if (endpoint.upload) {
        return gate(contextOf(request).actor, async () => {
          const file = await readUpload(request)
          await admitAgain(runtime, endpoint, request)
          const run = prepareRun(runtime, bound, request, reply, { ...input, body: file }, hasItem)
          return answerOnce(runtime, request, reply, run, { name: file.name, sha256: file.sha256 })
        })
      }
      if (endpoint.download) return sendFile(reply, await answerOf<FileContent>(runtime, bound, request, reply, input))
      if (endpoint.stream) {
        return sendEvents(reply, await answerOf<EventSource<unknown>>(runtime, bound, request, reply, input))
      }
      const run = prepareRun(runtime, bound, request, reply, input, hasItem)
      if (endpoint.method === 'POST') return answerOnce(runtime, request, reply, run, request.body)
      return reply.send((await run()).body)
    },
  })
}

function configOf({ upload, stream, batch }: Endpoint, bodyLimits: BodyLimits): FastifyContextConfig {
  return { receivesFile: upload === true, isStream: stream === true, isBatch: batch === true, bodyLimits }
}

/** How a body is refused as a whole. None is read before its proof is valid. */
const bodyRefusals: ReadonlySet<ErrorCode> = new Set([
  'request.invalid',
  'request.body_too_large',
  'request.media_type',
])

/** A program shows its answer to nobody: a refused body is noted, where the endpoint has a place for that. */
async function refuseBatch(
  runtime: Runtime,
  { noteRefusal }: BoundEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): Promise<FastifyReply> {
  const error = asInvalidBatch(thrown)
  if (noteRefusal && request.context && bodyRefusals.has(error.code)) {
    await noteRefusal(request.context, readParams(request.params), error).catch((err: unknown) =>
      runtime.log.error({ requestId: request.id, err }, 'a refused batch could not be noted'),
    )
  }
  return sendProblem(reply, runtime.log, error)
}

/** Returns the number of bytes sent. */
async function answerRead(
  runtime: Runtime,
  bound: BoundEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const input = readInput(bound.endpoint, request)
  if (bound.endpoint.picture) {
    const picture = await answerOf<PictureContent>(runtime, bound, request, reply, input)
    sendPicture(reply, picture)
    return picture.content.byteLength
  }
  const { body = '' } = await prepareRun(runtime, bound, request, reply, input, false)()
  reply.send(body)
  return Buffer.byteLength(body)
}

/** `{id}` of the contract in Fastify's spelling. */
function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** A row the caller cannot see does not exist (404), also where they would not be allowed to change it. */
async function demandSight(
  runtime: Runtime,
  { handle }: BoundEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const params = readParams(request.params)
  const input = { params, query: undefined, body: undefined, revision: undefined, lastEventId: undefined }
  // As in `prepareRun`: here the types of the input are erased.
  await handle(contextOf(request), {
    ...input,
    reply: new HttpReply(runtime, request, reply),
  } as Parameters<typeof handle>[1])
}

/** The answer of a download, a picture or a stream; nothing of it is sent yet. */
async function answerOf<T extends FileContent | PictureContent | EventSource<unknown>>(
  runtime: Runtime,
  { handle }: BoundEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  input: RequestInput,
): Promise<T> {
  const handlerReply = new HttpReply(runtime, request, reply)
  // `bind` ensures that the function returns a file, a picture or events; see `prepareRun` for the input.
  return handle(contextOf(request), { ...input, reply: handlerReply } as Parameters<typeof handle>[1]) as Promise<T>
}

/** The function that carries out the request. */
function prepareRun(
  runtime: Runtime,
  { endpoint, handle }: BoundEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  input: RequestInput,
  hasItem: boolean,
): () => Promise<Answer> {
  return async () => {
    const context = contextOf(request)
    const handlerReply = new HttpReply(runtime, request, reply)
    // `bind` has matched schemas and handler; here, where all endpoints are alike, the types are erased.
    const inputs = { ...input, reply: handlerReply } as Parameters<typeof handle>[1]
    const answer = await unlessAborted(context, () => handle(context, inputs))
    const body = present(endpoint, request, reply, answer, hasItem)
    return { body, isSecret: endpoint.isSecret === true || handlerReply.givesCookie }
  }
}

function contextOf({ context }: FastifyRequest): Context {
  if (context === undefined) throw new Error('The request was not admitted.')
  return context
}

/** Sets status and headers and returns the body as text, through the serializer compiled for this endpoint. */
function present(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  hasItem: boolean,
): string | undefined {
  const status = endpoint.status ?? 200
  reply.code(status)
  if (status === 204) return undefined
  if (typeof answer !== 'object' || answer === null) throw new Error(`${endpoint.path} answered no object.`)
  if ('revision' in answer && typeof answer.revision === 'number') reply.header('etag', `"${answer.revision}"`)
  if (hasItem && 'id' in answer) reply.header('location', `${request.url.split('?')[0]}${answer.id}/`)
  reply.header('content-type', jsonType)
  // JSON.stringify and the compiled serializers return text; Fastify's type also covers binary ones.
  return reply.serialize(answer) as string
}
