/** Who sends a request: resolved once from the session cookie, before anything of the request is read. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, provesItself } from '#contract/endpoint.ts'
import { AppError } from '#server/app-error.ts'
import { type Actor, effectiveRole, isImpersonating, visitor } from '#server/auth/actor.ts'
import { endOverdueImpersonation } from '#server/auth/impersonation-end.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { findRenewedSession, findSession, findSessionsById, touchSession } from '#server/auth/sessions.ts'
import type { Context, Runtime } from '#server/context.ts'
import type { Spend } from './call-budgets.ts'
import { clientIp } from './client-ip.ts'
import { readSessionCookie } from './cookies.ts'
import { demandOwnPage } from './csrf.ts'

/** Sent by the web app when it asks by itself, and nobody has touched the browser for a while. */
const unattendedHeader = 'x-unattended'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `admit`; undefined where nobody has to be known. */
    context: Context | undefined
  }
}

/** Resolves the caller and lets only those in whom the endpoint is for. Throws 401, 403, 409 or 429 problems. */
export async function admit(
  runtime: Runtime,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  spend: Spend,
): Promise<void> {
  const context = contextFor(
    runtime,
    request,
    provesItself(endpoint) ? visitor : await actorOf(runtime, endpoint, request),
  )
  request.context = context
  // What a browser adds to a call by itself (a cookie) counts for nothing there: nothing to forge.
  if (endpoint.method !== 'GET' && !provesItself(endpoint)) demandOwnPage(runtime, request, reply)
  authorize(endpoint, context.actor)
  request.context = spend(endpoint, context)
}

/**
 * Looks at the session again once the body is here, or the turn has come, however long that took: what has ended
 * meanwhile neither writes nor reads; what got a new token, or has become a view as a customer, writes nothing. Throws
 * as `admit`.
 */
export async function admitAgain(runtime: Runtime, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { context } = request
  if (context?.actor.kind !== 'user') return
  const { sessionId } = context.actor
  const session = (await findSessionsById(runtime.db, [sessionId], runtime.clock.now())).get(sessionId)
  // A read may still come with the token from before the last renewal.
  const isSame = endpoint.method === 'GET' || session?.actor.tokenHash === context.actor.tokenHash
  const actor = isSame ? (session?.actor ?? visitor) : visitor
  authorize(endpoint, actor)
  request.context = { ...context, actor, scope: scopeOf(actor) }
}

/** Throws unless the endpoint's `access` includes the actor; under "as user" only reads do. */
function authorize(endpoint: Endpoint, actor: Actor): void {
  if (isImpersonating(actor) && endpoint.method !== 'GET' && !endpoint.duringImpersonation) {
    throw new AppError('as_user.read_only')
  }
  if (endpoint.access === 'public') return
  const role = effectiveRole(actor)
  if (role === 'visitor') throw new AppError('session.required')
  if (endpoint.access === 'admin' && role !== 'admin') {
    const isHeldUp = actor.kind === 'user' && actor.lacksSecondFactor
    throw new AppError(isHeldUp ? 'second_factor.required' : 'role.forbidden')
  }
}

function contextFor(runtime: Runtime, request: FastifyRequest, actor: Actor): Context {
  return {
    ...runtime,
    actor,
    scope: scopeOf(actor),
    address: clientIp(request),
    userAgent: request.headers['user-agent'] ?? '',
  }
}

async function actorOf(runtime: Runtime, endpoint: Endpoint, request: FastifyRequest): Promise<Actor> {
  const token = readSessionCookie(runtime.config, request)
  if (token === undefined) return visitor
  const now = runtime.clock.now()
  const current = await findSession(runtime.db, token, now)
  const session = current ?? (request.method === 'GET' ? await findRenewedSession(runtime.db, token, now) : undefined)
  if (session === undefined) return visitor
  // It would outlive the old token; the browser comes again with the new one.
  if (endpoint.stream && current === undefined) throw new AppError('busy', { retryAfterSeconds: 1 })
  if (session.overdueImpersonation)
    await endOverdueImpersonation(runtime, session, session.overdueImpersonation, clientIp(request))
  // A stream is open and a page asks anew also when nobody is there: that does not keep a session alive.
  const isUnattended = endpoint.stream || request.headers[unattendedHeader] !== undefined
  if (!isUnattended) await touchSession(runtime.db, session, now)
  return session.actor
}
