/** The two ways a call fails: nothing usable came back, or the server said why. */
import type { ErrorCode, FieldError, Problem } from '#contract/errors.ts'

/** No answer, or one that is not ours: the network, a proxy, a server that is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The user has already been told. */
  readonly isShown: boolean
  /** Of the answer, where there was one that is not ours. */
  readonly status: number | undefined

  constructor(cause: unknown, isShown: boolean, status?: number) {
    super('Network Error', { cause })
    this.isShown = isShown
    this.status = status
  }
}

/** The server refused. `message` and `title` are the German sentence, `errors` the rejected fields. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: ErrorCode
  readonly title: string
  readonly errors: readonly FieldError[]
  /** How many more there are than `errors` names. */
  readonly unnamedErrorsCount: number
  readonly requestId: string
  /** Seconds the server asks to wait, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined
  /** The user is being led to the login page, or was asked for the password and gave none: nothing more has to be said. */
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

/** True when the user was already told about the failure, so that a page adds no message of its own. */
export function isShown(error: unknown): boolean {
  return (error instanceof NetworkError || error instanceof ProblemError) && error.isShown
}

export function hasCode(error: unknown, code: ErrorCode): error is ProblemError {
  return error instanceof ProblemError && error.code === code
}

/** True for the answers that lead to the login page, whatever their body. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 403
}

/** A refusal that is not ours: of a proxy, with an empty body, a page or some other JSON. It brings no sentence. */
export function foreignRefusal(status: number): ProblemError {
  const code = status === 401 ? 'session.required' : 'role.forbidden'
  return new ProblemError({ type: 'about:blank', title: '', status, code, requestId: '' })
}

export function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'title' in body && 'status' in body
}

/** Our server sends whole seconds; a date, which proxies may send, is left to the reader's patience. */
function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}
