import { accounts } from '#contract/accounts.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { isShown } from '#web/lib/api/api-error.ts'
import { lookUpSession } from '#web/lib/session/session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

/** Ends an admin's view of the portal as a customer. */
export async function endImpersonation(): Promise<void> {
  await call(accounts.endImpersonation)
  await lookUpSession()
}

/** Shows why the view could not be ended, unless the error has been shown already. */
export function showEndImpersonationFailure(error: unknown): void {
  if (!isShown(error)) showToast({ kind: 'error', title: shellTexts.error, message: shellTexts.endImpersonationFailed })
}
