import { isShown, ProblemError } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { showToast } from './toast.ts'

/** Shows that something failed, unless the error has been shown already. For failures that belong to no form. */
export function showFailure(error: unknown): void {
  if (isShown(error)) return
  const message = error instanceof ProblemError ? error.title : commonTexts.unexpectedFailure
  showToast({ kind: 'error', title: commonTexts.failed, message })
}
