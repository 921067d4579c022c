import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { privacyTexts } from '#web/texts/privacy.texts.ts'
import { useWithdrawErasure } from './privacy.mutations.ts'

const texts = privacyTexts.erasure

export interface WithdrawDialogProps {
  customerId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before it withdraws a pending deletion. */
export function WithdrawDialog({ customerId, open, onOpenChange }: WithdrawDialogProps) {
  const withdraw = useWithdrawErasure(customerId)
  async function keep() {
    await withdraw.mutateAsync()
    showSuccess(texts.withdrawn)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.withdrawQuestion}
      confirmLabel={texts.withdraw}
      tone="primary"
      onConfirm={keep}
      onFailure={error => {
        showFailure(error)
        onOpenChange(false)
      }}
    >
      {texts.withdrawExplanation}
    </ConfirmDialog>
  )
}
