import { errorTexts } from '#contract/texts/errors.texts.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'

/** For a page to throw where the server knows a row that this page is not for: it looks like one that is not there. */
export function missingRow(): ProblemError {
  const code = 'not_found'
  return new ProblemError({ type: 'about:blank', title: errorTexts[code], status: 404, code, requestId: '' })
}
