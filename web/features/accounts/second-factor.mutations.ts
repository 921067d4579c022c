import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import { secondFactors } from '#contract/second-factor.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { isShown, ProblemError } from '#web/lib/api/api-error.ts'
import { lookUpSession, readSession } from '#web/lib/session/session.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'

/** Requests a secret for the app. */
export function useStartTotp() {
  return useMutation({ mutationFn: () => call(secondFactors.startTotp) })
}

/** Turns codes on; returns the recovery codes. */
export function useConfirmTotp() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BodyInput<typeof secondFactors.confirmTotp>) => call(secondFactors.confirmTotp, { body }),
    onSuccess: refresh,
  })
}

/** Turns codes off. */
export function useRemoveTotp() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BodyInput<typeof secondFactors.removeTotp>) => call(secondFactors.removeTotp, { body }),
    onSuccess: refresh,
  })
}

/** Creates ten new recovery codes. */
export function useRenewRecoveryCodes() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => call(secondFactors.renewRecoveryCodes), onSuccess: refresh })
}

/** Shows the error unless it has been shown already. */
export function showSecondFactorFailure(error: unknown): void {
  if (isShown(error)) return
  const message = error instanceof ProblemError ? error.title : commonTexts.unexpectedFailure
  showToast({ kind: 'error', title: secondFactorTexts.settings.failed, message })
}

/** A change of factors also changes the sessions of other devices and an admin's access. */
export function useRefresh() {
  const client = useQueryClient()
  return async () => {
    if (readSession().user?.role === 'admin') await lookUpSession()
    await client.invalidateQueries({ queryKey: ['accounts'] })
  }
}
