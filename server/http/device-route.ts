/**
 * A call of devices as a Fastify route (decision 0077). Answers are text with `Content-Length`, never chunked,
 * compressed or redirected: ddclient 3.10 takes a chunk's length for the answer.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { budgets } from '#contract/budgets.ts'
import type { DeviceCall } from '#contract/device-call.ts'
import { AppError } from '#server/app-error.ts'
import { visitor } from '#server/auth/actor.ts'
import { countedNetworks } from '#server/auth/client-network.ts'
import { scopeOf } from '#server/auth/scope.ts'
import type { Context, Runtime } from '#server/context.ts'
import { createCallCounter } from './request/call-counter.ts'
import { clientIp } from './request/client-ip.ts'

export type DeviceLogin = { readonly user: string; readonly password: string }

export type DeviceInput = {
  readonly method: string
  readonly path: string
  /** The first of each repeated parameter, by its name in lower case. */
  readonly parameters: ReadonlyMap<string, string>
  /** Of Basic authentication; null without, or when it cannot be read. */
  readonly login: DeviceLogin | null
}

export type DeviceAnswer = {
  readonly status: number
  readonly text: string
  readonly retryAfterSeconds?: number
}

export type BoundDeviceCall = {
  readonly call: DeviceCall
  readonly handle: (context: Context, input: DeviceInput) => Promise<DeviceAnswer>
  /** The answer to a refused call or a fault of ours: the device comes again. */
  readonly refuse: (error: unknown) => DeviceAnswer
}

const parametersMax = 100

/** Bodies are forms, also without a type. Of another type they hold no parameters, which is no reason for a refusal. */
export async function registerDeviceCalls(
  app: FastifyInstance,
  runtime: Runtime,
  bound: readonly BoundDeviceCall[],
): Promise<void> {
  const counter = createCallCounter()
  await app.register(async devices => {
    devices.removeAllContentTypeParsers()
    devices.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, text, done) => {
      done(null, request.headers['content-type'] === otherType ? '' : text)
    })
    for (const each of bound) registerDeviceCall(devices, runtime, each, counter)
  })
}

function registerDeviceCall(
  app: FastifyInstance,
  runtime: Runtime,
  { call, handle, refuse }: BoundDeviceCall,
  counter: ReturnType<typeof createCallCounter>,
): void {
  app.route({
    method: [...call.methods],
    url: call.path,
    exposeHeadRoute: false,
    bodyLimit: call.formBytes,
    onRequest: async request => {
      settleType(request.raw.headers)
      const address = clientIp(request)
      request.context = {
        ...runtime,
        actor: visitor,
        scope: scopeOf(visitor),
        address,
        userAgent: request.headers['user-agent'] ?? '',
      }
      if (!runtime.config.countsCalls) return
      for (const { name, times } of countedNetworks(address)) {
        counter.count(`${call.budget}:${name}`, budgets[call.budget].perMinute * times, runtime.clock.now())
      }
    },
    handler: async (request, reply) => {
      if (request.context === undefined) throw new Error('The call was not admitted.')
      return send(reply, await handle(request.context, readCall(request)))
    },
    errorHandler: (error, request, reply) => {
      if (error instanceof AppError) request.refusal = error.code
      else if ((error.statusCode ?? 500) >= 500) runtime.log.error({ requestId: request.id, err: error }, 'internal')
      send(reply, refuse(error))
    },
  })
  // A GET writes here, so its HEAD would, too.
  app.route({
    method: 'HEAD',
    url: call.path,
    handler: async (_request, reply) =>
      reply
        .code(405)
        .headers({ allow: call.methods.join(', '), 'content-length': '0' })
        .send(),
  })
}

const otherType = 'application/octet-stream'

/** Devices misspell types, and Fastify refuses one that it cannot read. */
function settleType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']?.trim() ?? ''
  if (type === '' || /^application\/x-www-form-urlencoded\b/i.test(type)) delete headers['content-type']
  else headers['content-type'] = otherType
}

function send(reply: FastifyReply, { status, text, retryAfterSeconds }: DeviceAnswer): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="DNS", charset="UTF-8"')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text)
}

function readCall({ method, raw, body, headers }: FastifyRequest): DeviceInput {
  const url = raw.url ?? ''
  const at = url.indexOf('?')
  const query = at === -1 ? '' : url.slice(at + 1)
  const form = typeof body === 'string' ? body : ''
  return {
    method,
    path: at === -1 ? url : url.slice(0, at),
    parameters: readParameters([query, form]),
    login: readBasic(headers.authorization),
  }
}

/** Broken percent signs are kept as they are (WHATWG URL). */
function readParameters(parts: readonly string[]): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const part of parts) {
    for (const [name, value] of new URLSearchParams(part)) {
      const key = name.toLowerCase()
      if (parameters.size < parametersMax && !parameters.has(key)) parameters.set(key, value)
    }
  }
  return parameters
}

/** RFC 7617. null for anything else, and for text that is not UTF-8. */
function readBasic(header: string | undefined): DeviceLogin | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon === -1 || text.includes('\u{fffd}')) return null
  return { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
