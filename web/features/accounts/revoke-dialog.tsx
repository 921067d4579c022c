import { useQueryClient } from '@tanstack/react-query'
import { accounts, type Session } from '#contract/accounts.ts'
import { deviceName } from '#contract/device-name.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'

const texts = userSettingsTexts.devices

export interface RevokeDialogProps {
  session: Session
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before it ends a session on another device. */
export function RevokeDialog({ session, open, onOpenChange }: RevokeDialogProps) {
  const queryClient = useQueryClient()

  async function revoke() {
    // A session that has ended in the meantime counts as success.
    await call(accounts.revokeSession, { params: { id: session.id } }).catch(error => {
      if (!hasCode(error, 'not_found')) throw error
    })
    showToast({ kind: 'success', title: accountTexts.success, message: texts.revoked })
    await queryClient.invalidateQueries({ queryKey: ['accounts', 'sessions'] })
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.revokeQuestion(deviceName(session.userAgent))}
      confirmLabel={texts.revoke}
      onConfirm={revoke}
      onFailure={showFailure}
    >
      <p>{texts.revokeExplanation}</p>
      <p className="mt-2 text-small">
        {texts.lastSeen(formatDateTime(session.lastSeenAt))}, {texts.address(session.address)}
      </p>
    </ConfirmDialog>
  )
}
