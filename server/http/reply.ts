/** What a handler may know of the browser and say about the answer besides its body. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/context.ts'
import {
  clearPendingLogin,
  clearSessionCookie,
  readDeviceMark,
  readPendingLogin,
  setDeviceMark,
  setPendingLogin,
  setSessionCookie,
} from './cookies.ts'
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
  /** The token of a login that waits for its second factor in this browser. */
  readonly pendingLogin: string | undefined
  setPendingLogin(token: string, until: Date): void
  clearPendingLogin(): void
}

/** The answer to one request. `givesCookie` says afterwards whether the browser got something only it may hold. */
export class HttpReply implements Reply {
  givesCookie = false
  readonly #services: Services
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply

  constructor(services: Services, request: FastifyRequest, reply: FastifyReply) {
    this.#services = services
    this.#request = request
    this.#reply = reply
  }

  get deviceMark(): string | undefined {
    return readDeviceMark(this.#services.config, this.#request)
  }

  setSessionCookie(token: string, until: Date): void {
    this.givesCookie = true
    setSessionCookie(this.#services.config, this.#request, this.#reply, token, until)
    giveCsrfCookie(this.#services, this.#request, this.#reply, token)
  }

  clearSessionCookie(): void {
    this.givesCookie = true
    clearSessionCookie(this.#services.config, this.#request, this.#reply)
    giveCsrfCookie(this.#services, this.#request, this.#reply, undefined)
  }

  ensureCsrfCookie(): void {
    ensureCsrfCookie(this.#services, this.#request, this.#reply)
  }

  setDeviceMark(mark: string): void {
    this.givesCookie = true
    setDeviceMark(this.#services.config, this.#request, this.#reply, mark)
  }

  get pendingLogin(): string | undefined {
    return readPendingLogin(this.#services.config, this.#request)
  }

  setPendingLogin(token: string, until: Date): void {
    this.givesCookie = true
    setPendingLogin(this.#services.config, this.#request, this.#reply, token, until)
  }

  clearPendingLogin(): void {
    this.givesCookie = true
    clearPendingLogin(this.#services.config, this.#request, this.#reply)
  }
}
