/** The cookies of the portal: their names and attributes, nowhere else. */
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceMarkDays } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'

export const csrfCookie = 'csrftoken'

/** Whether the browser uses https: by configuration, or as reported by a trusted proxy. */
function isSecure(config: Config, request: FastifyRequest): boolean {
  return config.publicUrl?.startsWith('https:') === true || request.protocol === 'https'
}

export function readSessionCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[hostName('sid', isSecure(config, request))] || undefined
}

export function setSessionCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  until: Date,
): void {
  const secure = isSecure(config, request)
  reply.setCookie(hostName('sid', secure), token, {
    ...hidden(secure),
    expires: until,
  })
}

export function clearSessionCookie(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  const secure = isSecure(config, request)
  reply.clearCookie(hostName('sid', secure), hidden(secure))
}

/** Readable by the page, which sends it back as a header; deleted when the browser is closed. */
export function setCsrfCookie(config: Config, request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(csrfCookie, token, {
    path: '/',
    httpOnly: false,
    sameSite: 'lax',
    secure: isSecure(config, request),
  })
}

export function readDeviceMark(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[hostName('device', isSecure(config, request))]
}

export function setDeviceMark(config: Config, request: FastifyRequest, reply: FastifyReply, mark: string): void {
  const secure = isSecure(config, request)
  reply.setCookie(hostName('device', secure), mark, {
    ...hidden(secure),
    maxAge: deviceMarkDays * 24 * 60 * 60,
  })
}

/** Completes a pending login; no session. */
export function readPendingLogin(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[hostName('login', isSecure(config, request))] || undefined
}

export function setPendingLogin(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  until: Date,
): void {
  const secure = isSecure(config, request)
  reply.setCookie(hostName('login', secure), token, {
    ...hidden(secure, 'strict'),
    expires: until,
  })
}

export function clearPendingLogin(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  const secure = isSecure(config, request)
  reply.clearCookie(hostName('login', secure), hidden(secure, 'strict'))
}

/** Not readable by scripts; `strict`: not even sent when following a link from another site. */
function hidden(secure: boolean, sameSite: 'lax' | 'strict' = 'lax') {
  return { path: '/', httpOnly: true, sameSite, secure }
}

/** `__Host-` makes the browser refuse the cookie from any other host or without https (RFC 6265bis, 4.1.3.2). */
function hostName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}
