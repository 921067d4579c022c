import { type ErrorCode, errorStatus, type FieldError } from '#contract/errors.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import type { ValidationCode } from '#contract/validation.ts'

/** At most this many refused inputs are listed; beyond that their number is given. */
export const namedErrorsMax = 20

type Extras = {
  errors?: FieldError[]
  errorsCount?: number
  retryAfterSeconds?: number
  allow?: string
  cause?: unknown
}

/** The only error class of the server: a code of the contract. Any other thrown value is a fault (500). */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldError[] | undefined
  /** Their number, if it exceeds the listed ones. */
  readonly errorsCount: number | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allow: string | undefined

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(code, { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    const count = extras.errorsCount ?? extras.errors?.length ?? 0
    this.errors = extras.errors?.slice(0, namedErrorsMax)
    this.errorsCount = count > namedErrorsMax ? count : undefined
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.allow = extras.allow
  }
}

/** Refused input that only the server can detect (a name already taken, an unknown reference): 422 naming the field. */
export function invalidField(field: string, code: ValidationCode): AppError {
  return new AppError('request.invalid', { errors: [{ field, code, message: validationTexts[code] }] })
}
