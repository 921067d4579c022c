/** What a handler may know of the browser and say about the answer besides its body. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/context.ts'
import { clearSessionCookie, readDeviceMark, setDeviceMark, setSessionCookie } from './cookies.ts'
import { ensureCsrfCookie, giveCsrfCookie } from './csrf.ts'

export type Reply = {
  /** The mark of an earlier login in this browser (`auth/devices.ts`); undefined when it sent none. */
  readonly deviceMark: string | undefined
  /** Gives the browser a session token until its absolute end, and a CSRF token bound to it. */
  setSessionCookie(token: string, until: Date): void
  /** Takes the session token away; the CSRF token is then a visitor's. */
  clearSessionCookie(): void
  /** Gives the browser a CSRF token unless it holds one that fits its session. */
  ensureCsrfCookie(): void
  setDeviceMark(mark: string): void
}

/** `onCookie` is told when the browser is given something that only it may hold. */
export function createReply(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  onCookie: () => void,
): Reply {
  const { config } = services
  return {
    get deviceMark() {
      return readDeviceMark(config, request)
    },
    setSessionCookie(token, until) {
      onCookie()
      setSessionCookie(config, request, reply, token, until)
      giveCsrfCookie(services, request, reply, token)
    },
    clearSessionCookie() {
      onCookie()
      clearSessionCookie(config, request, reply)
      giveCsrfCookie(services, request, reply, undefined)
    },
    ensureCsrfCookie() {
      ensureCsrfCookie(services, request, reply)
    },
    setDeviceMark(mark) {
      onCookie()
      setDeviceMark(config, request, reply, mark)
    },
  }
}
