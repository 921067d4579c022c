import { errorTexts } from '#contract/texts/errors.texts.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'

/** Thrown by a page for a row that exists but is not for this page: it looks like a missing one. */
export function rowNotFound(): ProblemError {
  const code = 'not_found'
  return new ProblemError({ type: 'about:blank', title: errorTexts[code], status: 404, code, requestId: '' })
}
