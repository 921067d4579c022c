/** The HTTP server: limits, headers, logs, errors, and the routes of the contract. Knows no feature. */

import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { spare } from '#contract/body-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Runtime } from '#server/context.ts'
import type { RequestMeter } from '#server/metrics/meters.ts'
import { serializerCompiler } from './answer/answer-schema.ts'
import { sendProblem } from './answer/problem.ts'
import { createReadShares, type TakeTurn } from './answer/read-shares.ts'
import { dataPolicy, securityHeaders } from './answer/security-headers.ts'
import type { BoundEndpoint } from './bind.ts'
import { type BoundDeviceCall, registerDeviceCalls } from './device-route.ts'
import { registerEndpoint } from './endpoint-route.ts'
import { documentPaths, registerDocuments } from './openapi/documents.ts'
import { type Readiness, registerHealth } from './operations/health.ts'
import { measureRequests } from './operations/measure-requests.ts'
import { logRequests } from './operations/request-log.ts'
import { createCallBudgets } from './request/call-budgets.ts'
import { type LatestExchanges, refuseBrokenRequest, tooSlow } from './request/client-error.ts'
import { closeUnread, closeWhenStopping, limitBodyTime, refuseTwoHosts } from './request/connection-rules.ts'
import { acceptForms } from './request/form-body.ts'
import { acceptJsonOnly } from './request/json-body.ts'
import { parseQuery } from './request/query-text.ts'
import { acceptUploads, createUploadGate } from './request/uploads.ts'
import { type IsSwitchedOff, registerSite } from './site/site.ts'
import type { Site } from './site/site-files.ts'
import { createUnknownPathAnswer } from './site/unknown-path.ts'

/** A client slower than this, or silent, is disconnected. */
const limits = {
  bodyTimeoutMs: 10_000,
  /** 10 MB at half a megabit a second, with some margin. */
  uploadTimeoutMs: 300_000,
  headersTimeoutMs: 5_000,
  idleConnectionMs: 15_000,
  keepAliveMs: 65_000,
  checkEveryMs: 1_000,
  headerBytesMax: 8_192,
  connectionsMax: 2_000,
  pathParameterLengthMax: 200,
} as const

export type HttpParts = {
  readonly runtime: Runtime
  readonly endpoints: readonly BoundEndpoint[]
  readonly deviceCalls?: readonly BoundDeviceCall[]
  readonly readiness: Readiness
  /** The built web app; undefined where it does not exist. */
  readonly site: Site | undefined
  /** Default: every page of the site is available. */
  readonly isSwitchedOff?: IsSwitchedOff
  /** The metrics registry. */
  readonly meter?: RequestMeter | undefined
}

export async function createServer({
  runtime,
  endpoints,
  deviceCalls = [],
  readiness,
  site,
  isSwitchedOff = async () => false,
  meter,
}: HttpParts) {
  const { config, log } = runtime
  const headers = { ...securityHeaders(config), 'content-security-policy': dataPolicy, 'cache-control': 'no-store' }
  const latest: LatestExchanges = new WeakMap()
  const app = fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    // For unknown paths; each endpoint has its own.
    bodyLimit: spare.bytes,
    requestTimeout: limits.uploadTimeoutMs,
    connectionTimeout: limits.idleConnectionMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    // Requests that still arrive during shutdown are answered.
    return503OnClosing: false,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytesMax,
    },
    routerOptions: { maxParamLength: limits.pathParameterLengthMax, querystringParser: parseQuery },
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, latest.get(socket), headers),
    frameworkErrors: (error, _request, reply) => {
      sendProblem(reply.headers(headers), log, error)
    },
  })
  app.server.maxConnections = limits.connectionsMax
  app.server.prependListener('request', (request, answer) => latest.set(request.socket, { request, answer }))

  setHeaders(app, headers)
  closeWhenStopping(app, readiness)
  refuseTwoHosts(app)
  closeUnread(app)
  limitBodyTime(app, limits.bodyTimeoutMs, socket =>
    refuseBrokenRequest(tooSlow(), socket, latest.get(socket), headers),
  )
  logRequests(app, log)
  if (meter) measureRequests(app, meter)
  acceptJsonOnly(app)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('context', undefined)
  app.decorateRequest('refusal', undefined)
  await app.register(cookie)

  app.setErrorHandler((error, _request, reply) => sendProblem(reply, log, error))
  const documents = documentPaths.map(path => ({ method: 'GET', path }) as const)
  const ofDevices = deviceCalls.flatMap(({ call: { methods, path } }) => methods.map(method => ({ method, path })))
  const unknown = createUnknownPathAnswer([...endpoints.map(bound => bound.endpoint), ...documents, ...ofDevices])
  app.setNotFoundHandler(unknown.answer)
  // Before its body is read: for any body, a path without its slash is answered with the one that has it.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && unknown.slashed(request) !== undefined) unknown.answer(request, reply)
    else done()
  })

  const takeTurn = createReadShares(config)
  await registerEndpoints(app, runtime, endpoints, takeTurn)
  await registerDeviceCalls(app, runtime, deviceCalls)
  registerHealth(app, runtime, readiness)
  registerDocuments(app, endpoints, takeTurn)
  registerSite(app, runtime, site, { refuse: unknown.answer, isSwitchedOff })
  return app
}

/** Pages and files set their own policy and cache time; data and errors have these. */
function setHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    done()
  })
}

/** Forms and uploads have parsers of their own, so their endpoints are registered apart. */
async function registerEndpoints(
  app: FastifyInstance,
  runtime: Runtime,
  endpoints: readonly BoundEndpoint[],
  takeTurn: TakeTurn,
): Promise<void> {
  const reads = new Map(
    endpoints
      .filter(({ endpoint }) => endpoint.method === 'GET')
      .map(bound => [bound.endpoint.path as string, bound] as const),
  )
  const gate = createUploadGate()
  const spend = createCallBudgets(runtime.config)
  const register = (on: FastifyInstance, bound: BoundEndpoint) => {
    const { path, status, access } = bound.endpoint
    const [item] = /^.*?\{id\}\//.exec(path) ?? []
    const itemRead = access === 'admin' && item !== undefined ? reads.get(item) : undefined
    registerEndpoint(on, runtime, bound, {
      hasItem: status === 201 && reads.has(`${path}{id}/`),
      itemRead: itemRead?.endpoint.access === 'admin' ? undefined : itemRead,
      gate,
      spend,
      takeTurn,
    })
  }
  const isPlain = ({ upload, oneClick }: Endpoint) => !upload && !oneClick
  for (const bound of endpoints) if (isPlain(bound.endpoint)) register(app, bound)
  await app.register(async clicking => {
    acceptForms(clicking)
    for (const bound of endpoints) if (bound.endpoint.oneClick) register(clicking, bound)
  })
  await app.register(async uploading => {
    await acceptUploads(uploading)
    for (const bound of endpoints) if (bound.endpoint.upload) register(uploading, bound)
  })
}
