import type { Newsletter } from '#contract/newsletters.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { useDeleteNewsletter, useSendNewsletter } from './newsletter.mutations.ts'
import { getLatestNewsletter } from './newsletter.query-options.ts'

const texts = newsletterTexts

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface SendNewsletterDialogProps extends DialogProps {
  newsletter: Newsletter | undefined
  /** Receives the current newsletter when its number of recipients has changed. */
  onNewer: (newsletter: Newsletter) => void
}

/** Confirms sending to the displayed number of recipients. */
export function SendNewsletterDialog({ newsletter, onNewer, open, onOpenChange }: SendNewsletterDialogProps) {
  const send = useSendNewsletter()

  async function startSending() {
    if (!newsletter) return
    await send.mutateAsync(newsletter)
    showSuccess(texts.started)
  }
  /** Asks again if the number of recipients has changed. */
  function refuseSending(error: unknown) {
    showFailure(error)
    if (hasCode(error, 'newsletter.recipients_changed') && newsletter)
      void getLatestNewsletter(newsletter.id).then(onNewer)
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.sendQuestion(newsletter?.recipientsCount ?? 0)}
      confirmLabel={texts.send}
      tone="primary"
      onConfirm={startSending}
      onFailure={refuseSending}
    >
      {texts.sendExplanation(newsletter?.subject ?? '')}
    </ConfirmDialog>
  )
}

interface DeleteNewsletterDialogProps extends DialogProps {
  newsletter: Newsletter | null
  onDeleted: () => void
}

export function DeleteNewsletterDialog({ newsletter, onDeleted, open, onOpenChange }: DeleteNewsletterDialogProps) {
  const remove = useDeleteNewsletter()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.removeQuestion(newsletter?.subject ?? '')}
      confirmLabel={commonTexts.delete}
      onConfirm={async () => {
        if (newsletter) await remove.mutateAsync(newsletter)
        showSuccess(texts.removed)
        onDeleted()
      }}
      onFailure={showFailure}
    >
      {texts.removeExplanation}
    </ConfirmDialog>
  )
}
