/**
 * One line per answered request. Never a body, a cookie, a query or a path beyond its route: those can hold secrets.
 */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { clientIp } from '#server/http/request/client-ip.ts'

export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const user = request.context?.actor.kind === 'user' ? request.context.actor : undefined
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 100) / 100,
        code: request.refusal,
        // The client address matters only for refused requests.
        address: reply.statusCode >= 400 ? clientIp(request) : undefined,
        userId: user?.userId,
        asCustomerId: user?.impersonation?.customerId,
      },
      'request',
    )
    done()
  })
  app.addHook('onTimeout', (request, _reply, done) => {
    log.warn({ requestId: request.id, method: request.method, route: request.routeOptions.url ?? 'none' }, 'timeout')
    done()
  })
}
