import type { EnergySite } from '#contract/energy-sites.ts'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useDeleteSite } from './energy.mutations.ts'

/** Asks before it deletes a site with everything measured there. */
export function DeleteSiteDialog(props: RowDialogProps<EnergySite>) {
  return (
    <DeleteDialog
      {...props}
      question={({ name }) => texts.deleteQuestion(name)}
      confirmLabel={texts.delete}
      explanation={() => texts.deleteText}
      remove={useDeleteSite().mutateAsync}
      done={({ name }) => texts.deleted(name)}
    />
  )
}

const texts = energySiteTexts.owner
