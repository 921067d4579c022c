import type { ServiceCollection } from '#contract/service-collections.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { useDeleteCollection } from './service.mutations.ts'

interface DeleteCollectionDialogProps {
  collection: ServiceCollection | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before it deletes a group; its services stay. */
export function DeleteCollectionDialog({ collection, open, onOpenChange }: DeleteCollectionDialogProps) {
  const remove = useDeleteCollection()
  if (!collection) return null

  async function deleteCollection(doomed: ServiceCollection) {
    await remove.mutateAsync(doomed)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.deleted(doomed.name) })
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.deleteQuestion(collection.name)}
      confirmLabel={texts.delete}
      onConfirm={() => deleteCollection(collection)}
      onFailure={error => {
        showFailure(error)
        onOpenChange(false)
      }}
    >
      {texts.deleteExplanation}
    </ConfirmDialog>
  )
}

const texts = collectionTexts
