/** Rules of the connection rather than the request: the host, and whether it can be reused. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/app-error.ts'
import type { Readiness } from '#server/http/operations/health.ts'

/** Two hosts (RFC 9112, 3.2): a proxy in front and we could pick different ones. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    done(hosts.length > 1 ? new AppError('request.malformed') : undefined)
  })
}

/** If the body has not arrived completely, the connection is not reused (RFC 9112, 9.6). */
export function closeUnread(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!hasBody(request) || request.raw.complete !== false) return done()
    // A small body has come together with the headers, but is only read after them.
    setImmediate(() => {
      if (!request.raw.complete) reply.header('connection', 'close')
      done()
    })
  })
}

/**
 * A body must arrive within this time. Node has one limit for all requests, which is set for files; other bodies are
 * small, and a slow sender only occupies a connection.
 */
export function limitBodyTime(app: FastifyInstance, limitMs: number, cutOff: (socket: Socket) => void): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request) && !request.routeOptions.config?.receivesFile) {
      const { raw } = request
      const timer = setTimeout(() => {
        if (raw.complete === false) cutOff(raw.socket)
      }, limitMs).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Once the process is ending, each answer closes its connection: the next request opens a new one. */
export function closeWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isStopping) reply.header('connection', 'close')
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
