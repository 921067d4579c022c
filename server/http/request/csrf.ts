/**
 * Protection against forged requests. The cookie `csrftoken` holds a nonce and its signature together with the hash of
 * the session's token; every unsafe request repeats it in the header `X-CSRFToken`. Origin and Sec-Fetch-Site are a
 * second layer.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { hashToken, isSameText, newToken, sign } from '#server/auth/tokens.ts'
import type { Config } from '#server/config.ts'
import type { Keys } from '#server/keys.ts'
import { csrfCookie, readSessionCookie, setCsrfCookie } from './cookies.ts'

type Settings = { readonly config: Config; readonly keys: Keys }

/** Refuses (403 `csrf_failed`, with a fresh cookie) a request not sent by the portal's own page. */
export function demandOwnPage(settings: Settings, request: FastifyRequest, reply: FastifyReply): void {
  const cookie = request.cookies[csrfCookie]
  const header = request.headers['x-csrftoken']
  const isOwn =
    typeof header === 'string' &&
    cookie !== undefined &&
    isSameText(header, cookie) &&
    isIntact(settings.keys, cookie, readSessionCookie(settings.config, request)) &&
    comesFromHere(settings.config, request)
  if (isOwn) return
  giveCsrfCookie(settings, request, reply, readSessionCookie(settings.config, request))
  throw new AppError('csrf_failed')
}

/** Gives the browser a CSRF cookie unless it holds one that fits its session. */
export function ensureCsrfCookie(settings: Settings, request: FastifyRequest, reply: FastifyReply): void {
  const cookie = request.cookies[csrfCookie]
  const session = readSessionCookie(settings.config, request)
  if (cookie === undefined || !isIntact(settings.keys, cookie, session)) {
    giveCsrfCookie(settings, request, reply, session)
  }
}

/** Gives the browser a new CSRF cookie for this session token; undefined: for a visitor. */
export function giveCsrfCookie(
  { config, keys }: Settings,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionToken: string | undefined,
): void {
  const nonce = newToken()
  setCsrfCookie(config, request, reply, `${nonce}.${signature(keys, nonce, sessionToken)}`)
}

function isIntact(keys: Keys, cookie: string, sessionToken: string | undefined): boolean {
  const [nonce, given, ...rest] = cookie.split('.')
  if (!nonce || !given || rest.length > 0) return false
  return isSameText(given, signature(keys, nonce, sessionToken))
}

function signature(keys: Keys, nonce: string, sessionToken: string | undefined): string {
  return sign(keys.derive('csrf'), `${nonce}:${sessionToken === undefined ? '' : hashToken(sessionToken)}`)
}

/** Browsers send the origin with every unsafe request; other programs need not. */
function comesFromHere(config: Config, request: FastifyRequest): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  // As a whole: another scheme or port is another origin (RFC 6454, 5).
  const own = URL.parse(config.publicUrl ?? `${request.protocol}://${request.host}`)
  return own !== null && own.origin === origin
}
