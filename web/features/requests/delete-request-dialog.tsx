import type { Request } from '#contract/requests.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { useDeleteRequest, useRefreshRequests } from './request.mutations.ts'

interface DeleteRequestDialogProps {
  request: Request | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Asks before it deletes a request with its attachments. */
export function DeleteRequestDialog({ request, open, onOpenChange, onDeleted }: DeleteRequestDialogProps) {
  const remove = useDeleteRequest()
  const refresh = useRefreshRequests()
  if (!request) return null

  async function deleteRequest(doomed: Request) {
    await remove.mutateAsync(doomed)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.deleted(doomed.number) })
    onDeleted?.()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.deleteQuestion(request.title)}
      confirmLabel={texts.delete}
      onConfirm={() => deleteRequest(request)}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale') || hasCode(error, 'customer_request.answered')) void refresh()
        onOpenChange(false)
      }}
    >
      {texts.deleteExplanation(request.attachments.length)}
      {request.ticket ? ` ${texts.deleteKeepsTicket}` : null}
    </ConfirmDialog>
  )
}

const texts = requestTexts.actions
