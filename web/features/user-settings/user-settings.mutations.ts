import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ownSettings, type UserSettings, type UserSettingsChange } from '#contract/user-settings.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode, isShown, ProblemError } from '#web/lib/api/api-error.ts'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { getLatestSettings, settingsQuery } from './user-settings.query-options.ts'

type Save = {
  change: UserSettingsChange
  revision: number
  /** Whether the current settings may be overwritten; by default regardless of other changes. */
  isUntouched?: (latest: UserSettings) => boolean
}

/**
 * Saves a part of the settings. The page has several forms and switches for one record: a change of another part is no
 * conflict, a change of the same part is.
 */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ change, revision, isUntouched = () => true }: Save) => {
      const known = client.getQueryData(settingsQuery().queryKey)
      const base = known && known.revision > revision && isUntouched(known) ? known.revision : revision
      try {
        return await call(ownSettings.update, { body: change, revision: base })
      } catch (error) {
        if (!hasCode(error, 'stale')) throw error
        const latest = await getLatestSettings()
        if (!isUntouched(latest)) throw error
        return call(ownSettings.update, { body: change, revision: latest.revision })
      }
    },
    onSuccess: saved => client.setQueryData(settingsQuery().queryKey, saved),
  })
}

/** Cancels the change of address. */
export function useCancelEmailChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(ownSettings.cancelEmailChange),
    onSuccess: saved => client.setQueryData(settingsQuery().queryKey, saved),
  })
}

/** Mails the link that confirms the contact address. */
export function useConfirmContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(ownSettings.askToConfirmContact, { idempotencyKey: createIdempotencyKey() }),
    onSuccess: saved => client.setQueryData(settingsQuery().queryKey, saved),
  })
}

/**
 * Shows the specification's message for a failure, unless another message fits better. Skips network failures, which have
 * been shown already.
 */
export function showSettingsFailure(
  error: unknown,
  { title = userSettingsTexts.failed, message }: { title?: string; message?: string | undefined } = {},
): void {
  if (isShown(error)) return
  const reason = error instanceof ProblemError ? error.title : commonTexts.unexpectedFailure
  showToast({ kind: 'error', title, message: message ?? reason })
}

/** With `undo` the toast offers to undo the change. */
export function showSettingsSaved(message: string = userSettingsTexts.saved, undo?: () => void): void {
  const action = undo ? { label: commonTexts.undo, onClick: undo } : undefined
  showSuccess(message, action)
}
