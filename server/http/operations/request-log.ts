/**
 * One line per answered request. Never a body, a cookie, a query or a path beyond its route: those can hold secrets.
 */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { clientIp } from '#server/http/request/client-ip.ts'

export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const actor = request.context?.actor
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 100) / 100,
        ...(request.refusal && { code: request.refusal }),
        // The client address matters only for refused requests.
        ...(reply.statusCode >= 400 && { address: clientIp(request) }),
        ...(actor?.kind === 'user' && { userId: actor.userId }),
        ...(actor?.kind === 'user' && actor.impersonation && { asCustomerId: actor.impersonation.customerId }),
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
