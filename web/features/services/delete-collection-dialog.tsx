import type { ServiceCollection } from '#contract/service-collections.ts'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { useDeleteCollection } from './service.mutations.ts'

/** Asks before it deletes a group; its services stay. */
export function DeleteCollectionDialog(props: RowDialogProps<ServiceCollection>) {
  return (
    <DeleteDialog
      {...props}
      question={({ name }) => texts.deleteQuestion(name)}
      confirmLabel={texts.delete}
      explanation={() => texts.deleteExplanation}
      remove={useDeleteCollection().mutateAsync}
      done={({ name }) => texts.deleted(name)}
    />
  )
}

const texts = collectionTexts
