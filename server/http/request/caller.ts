/** The sender of a request: resolved once from the session cookie, before the request is read. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, provesItself } from '#contract/endpoint.ts'
import { AppError } from '#server/app-error.ts'
import { type Actor, effectiveRole, isImpersonating, visitor } from '#server/auth/actor.ts'
import { endOverdueImpersonation } from '#server/auth/impersonation-end.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { findRenewedSession, findSession, findSessionById, touchSession } from '#server/auth/sessions.ts'
import type { Context, Runtime } from '#server/context.ts'
import type { Spend } from './call-budgets.ts'
import { clientIp } from './client-ip.ts'
import { readSessionCookie } from './cookies.ts'
import { demandOwnPage } from './csrf.ts'

/** Sent by the web app with background requests when the browser has been idle for a while. */
const unattendedHeader = 'x-unattended'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `admit`; undefined where no login is required. */
    context: Context | undefined
  }
}

/** Resolves the caller and admits only the roles of the endpoint. Throws 401, 403, 409 or 429 problems. */
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
  // Cookies do not count there, so there is nothing to forge.
  if (endpoint.method !== 'GET' && !provesItself(endpoint)) demandOwnPage(runtime, request, reply)
  authorize(endpoint, context.actor)
  request.context = spend(endpoint, context)
}

/**
 * Checks the session again when the body has arrived, or its turn has come: an ended session neither writes nor reads;
 * one with a new token, or one that became an impersonation, does not write. Throws as `admit`.
 */
export async function admitAgain(runtime: Runtime, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { context } = request
  if (context?.actor.kind !== 'user') return
  const { sessionId } = context.actor
  const session = await findSessionById(runtime.db, sessionId, runtime.clock.now())
  // A read may still come with the token before the last renewal.
  const isSame = endpoint.method === 'GET' || session?.actor.tokenHash === context.actor.tokenHash
  const actor = isSame ? (session?.actor ?? visitor) : visitor
  authorize(endpoint, actor)
  request.context = { ...context, actor, scope: scopeOf(actor) }
}

/** Throws unless the endpoint's `access` includes the actor; while impersonating only reads do. */
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
  // It would outlive the old token; the browser reconnects with the new one.
  if (endpoint.stream && current === undefined) throw new AppError('busy', { retryAfterSeconds: 1 })
  if (session.overdueImpersonation)
    await endOverdueImpersonation(runtime, session, session.overdueImpersonation, clientIp(request))
  // A stream is open and a page refetches also when nobody is there: that does not keep a session alive.
  const isUnattended = endpoint.stream || request.headers[unattendedHeader] !== undefined
  if (!isUnattended) await touchSession(runtime.db, session, now)
  return session.actor
}
