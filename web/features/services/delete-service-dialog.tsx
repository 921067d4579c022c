import type { Service } from '#contract/services.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { useDeleteService, useRefreshServices } from './service.mutations.ts'

interface DeleteServiceDialogProps {
  service: Service | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Asks before it deletes a service with everything in it. */
export function DeleteServiceDialog({ service, open, onOpenChange, onDeleted }: DeleteServiceDialogProps) {
  const remove = useDeleteService()
  const refresh = useRefreshServices()
  if (!service) return null

  async function deleteService(doomed: Service) {
    await remove.mutateAsync(doomed)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.deleted(doomed.name) })
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.question(service.name)}
      confirmLabel={texts.confirm}
      onConfirm={() => deleteService(service)}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        onOpenChange(false)
      }}
    >
      {texts.explanation[service.type]}
    </ConfirmDialog>
  )
}

const texts = serviceTexts.deletion
