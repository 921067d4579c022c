/** Facts about the browser for a handler, and settings of the answer besides its body. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Runtime } from '#server/context.ts'
import {
  clearPendingLogin,
  clearSessionCookie,
  readDeviceMark,
  readPendingLogin,
  setDeviceMark,
  setPendingLogin,
  setSessionCookie,
} from '#server/http/request/cookies.ts'
import { ensureCsrfCookie, giveCsrfCookie } from '#server/http/request/csrf.ts'

export type Reply = {
  /** The mark of an earlier login in this browser (`auth/known-devices.ts`); undefined when it sent none. */
  readonly deviceMark: string | undefined
  /** Gives the browser a session token until its absolute end, and a CSRF token bound to it. */
  setSessionCookie(token: string, until: Date): void
  /** Removes the session token; the CSRF token is then a visitor's. */
  clearSessionCookie(): void
  /** Gives the browser a CSRF token unless it holds one that fits its session. */
  ensureCsrfCookie(): void
  setDeviceMark(mark: string): void
  /** The token of a pending login in this browser. */
  readonly pendingLogin: string | undefined
  setPendingLogin(token: string, until: Date): void
  clearPendingLogin(): void
}

/** The answer to one request. `givesCookie`: the browser gets a private cookie. */
export class HttpReply implements Reply {
  givesCookie = false
  readonly #runtime: Runtime
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply

  constructor(runtime: Runtime, request: FastifyRequest, reply: FastifyReply) {
    this.#runtime = runtime
    this.#request = request
    this.#reply = reply
  }

  get deviceMark(): string | undefined {
    return readDeviceMark(this.#runtime.config, this.#request)
  }

  setSessionCookie(token: string, until: Date): void {
    this.givesCookie = true
    setSessionCookie(this.#runtime.config, this.#request, this.#reply, token, until)
    giveCsrfCookie(this.#runtime, this.#request, this.#reply, token)
  }

  clearSessionCookie(): void {
    this.givesCookie = true
    clearSessionCookie(this.#runtime.config, this.#request, this.#reply)
    giveCsrfCookie(this.#runtime, this.#request, this.#reply, undefined)
  }

  ensureCsrfCookie(): void {
    ensureCsrfCookie(this.#runtime, this.#request, this.#reply)
  }

  setDeviceMark(mark: string): void {
    this.givesCookie = true
    setDeviceMark(this.#runtime.config, this.#request, this.#reply, mark)
  }

  get pendingLogin(): string | undefined {
    return readPendingLogin(this.#runtime.config, this.#request)
  }

  setPendingLogin(token: string, until: Date): void {
    this.givesCookie = true
    setPendingLogin(this.#runtime.config, this.#request, this.#reply, token, until)
  }

  clearPendingLogin(): void {
    this.givesCookie = true
    clearPendingLogin(this.#runtime.config, this.#request, this.#reply)
  }
}
