/** Every answer that is not a success is a problem document (RFC 9457). */
import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { type ErrorCode, errorStatus, type Problem } from '#contract/errors.ts'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import { AppError } from '#server/app-error.ts'
import { isDatabaseBusy } from '#server/database/engine.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the answered problem, for the log. */
    refusal: ErrorCode | undefined
  }
}

export const problemType = 'application/problem+json; charset=utf-8'
const unavailableRetrySeconds = 5

/** Any thrown value as one of our errors; unforeseen ones become `internal` and keep their cause for the log. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const frameworkCode = codeOfFramework(error)
  if (frameworkCode) return new AppError(frameworkCode, { cause: error })
  if (isDatabaseBusy(error)) {
    return new AppError('unavailable', { cause: error, retryAfterSeconds: unavailableRetrySeconds })
  }
  return new AppError('internal', { cause: error })
}

export function presentProblem(error: AppError, requestId: string): Problem {
  return {
    type: `/api/docs/errors/#${error.code}`,
    title: errorTexts[error.code],
    status: error.status,
    code: error.code,
    requestId,
    ...(error.errors && { errors: error.errors }),
    ...(error.errorsCount !== undefined && { errorsCount: error.errorsCount }),
  }
}

/** Answers with the problem; details of a fault go to the log only. */
export function sendProblem(reply: FastifyReply, log: Logger, thrown: unknown): FastifyReply {
  const error = appErrorOf(thrown)
  if (error.status >= 500) log.error({ requestId: reply.request.id, err: error.cause ?? error }, error.code)
  reply.request.refusal = error.code
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  if (error.allow !== undefined) reply.header('allow', error.allow)
  return reply
    .code(error.status)
    .header('content-type', problemType)
    .send(JSON.stringify(presentProblem(error, reply.request.id)))
}

/** Fastify names its own refusals by status; each has one code of ours. */
function codeOfFramework(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return undefined
  if (typeof error.code !== 'string' || !error.code.startsWith('FST_')) return undefined
  // A row with so long an id cannot exist.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return 'not_found'
  switch (error.statusCode) {
    case errorStatus['request.body_too_large']:
      return 'request.body_too_large'
    case errorStatus['request.media_type']:
      return 'request.media_type'
    case errorStatus['request.timeout']:
      return 'request.timeout'
    case 503:
      return 'unavailable'
    case 404:
      return 'not_found'
    default:
      return typeof error.statusCode === 'number' && error.statusCode < 500 ? 'request.malformed' : undefined
  }
}
