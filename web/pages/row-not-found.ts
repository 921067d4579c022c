import { errorTexts } from '#contract/texts/errors.texts.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { errorPageTexts } from '#web/texts/error-pages.texts.ts'

/** Thrown by a page for a row that exists but is not for this page: it looks like a missing one. */
export function rowNotFound(): ProblemError {
  return notFound(errorTexts.not_found)
}

/** Thrown by a public page that is switched off: it looks like an unknown address. */
export function pageNotFound(): ProblemError {
  return notFound(errorPageTexts.notFound)
}

function notFound(title: string): ProblemError {
  return new ProblemError({ type: 'about:blank', title, status: 404, code: 'not_found', requestId: '' })
}
