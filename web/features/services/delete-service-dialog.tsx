import type { Service } from '#contract/services.ts'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { useDeleteService, useRefreshServices } from './service.mutations.ts'

/** Asks before it deletes a service with everything in it. */
export function DeleteServiceDialog(props: RowDialogProps<Service>) {
  return (
    <DeleteDialog
      {...props}
      question={({ name }) => texts.question(name)}
      confirmLabel={texts.confirm}
      explanation={({ type }) => texts.explanation[type]}
      remove={useDeleteService().mutateAsync}
      done={({ name }) => texts.deleted(name)}
      refresh={useRefreshServices()}
    />
  )
}

const texts = serviceTexts.deletion
