/** The two ways a call fails: no usable answer, or an error of the server. */
import type { ErrorCode, FieldError, Problem } from '#contract/errors.ts'

/** No answer, or one that is not the server's: a broken network, a proxy, a server that is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The error has already been shown. */
  readonly isShown: boolean
  /** The status of an answer that was not the server's, if there was one. */
  readonly status: number | undefined

  constructor(cause: unknown, isShown: boolean, status?: number) {
    super('Network Error', { cause })
    this.isShown = isShown
    this.status = status
  }
}

/** The server refused. `message` and `title` are German sentences, `errors` the rejected fields. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: ErrorCode
  readonly title: string
  readonly errors: readonly FieldError[]
  /** Number of further errors that `errors` omits. */
  readonly unnamedErrorsCount: number
  readonly requestId: string
  /** Retry-After in seconds, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined
  /** True if the browser redirects to the login page or the user closed the password dialog: no message is needed. */
  isShown = false

  constructor(problem: Problem, retryAfter: string | null = null) {
    super(problem.title)
    this.status = problem.status
    this.code = problem.code
    this.title = problem.title
    this.errors = problem.errors ?? []
    this.unnamedErrorsCount = Math.max(0, (problem.errorsCount ?? 0) - this.errors.length)
    this.requestId = problem.requestId
    this.retryAfterSeconds = secondsOf(retryAfter)
  }
}

/** True if the error has already been shown, so a page adds no message of its own. */
export function isShown(error: unknown): boolean {
  return (error instanceof NetworkError || error instanceof ProblemError) && error.isShown
}

export function hasCode(error: unknown, code: ErrorCode): error is ProblemError {
  return error instanceof ProblemError && error.code === code
}

/** True for statuses that redirect to the login page, regardless of the body. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 403
}

/** A refusal that is not the server's: from a proxy, with an empty body, a page or other JSON. It has no message. */
export function foreignRefusal(status: number): ProblemError {
  const code = status === 401 ? 'session.required' : 'role.forbidden'
  return new ProblemError({ type: 'about:blank', title: '', status, code, requestId: '' })
}

export function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'title' in body && 'status' in body
}

/** The server sends whole seconds. Dates, which proxies may send, are ignored. */
function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}
