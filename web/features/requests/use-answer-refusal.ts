import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import type { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { useRefreshRequests } from './request.mutations.ts'

/** Handles errors of a form that answers a request. After a conflict the page shows the current state. */
export function useAnswerRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  idempotency: ReturnType<typeof useIdempotencyKey>,
): (error: unknown) => void {
  const refresh = useRefreshRequests()
  return error => {
    idempotency.renewAfterRefusal(error)
    if (hasCode(error, 'stale') || hasCode(error, 'customer_request.answered')) {
      const message = requestTexts.actions.changedMeanwhile
      showToast({ kind: 'info', title: commonTexts.conflict.title, message })
      void refresh()
      return
    }
    if (!applyProblem(form, error)) showFailure(error)
  }
}
