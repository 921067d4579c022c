import { isShown, ProblemError } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { showToast } from './toast.ts'

/** Says that something failed, unless the user was already told. For failures that belong to no form. */
export function showFailure(error: unknown): void {
  if (isShown(error)) return
  const message = error instanceof ProblemError ? error.title : commonTexts.unexpectedFailure
  showToast({ kind: 'error', title: commonTexts.failed, message })
}
