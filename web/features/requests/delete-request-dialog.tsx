import type { Request } from '#contract/requests.ts'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { useDeleteRequest, useRefreshRequests } from './request.mutations.ts'

/** Asks before it deletes a request with its attachments. */
export function DeleteRequestDialog(props: RowDialogProps<Request>) {
  return (
    <DeleteDialog
      {...props}
      question={({ title }) => texts.deleteQuestion(title)}
      confirmLabel={texts.delete}
      explanation={({ attachments, ticket }) =>
        `${texts.deleteExplanation(attachments.length)}${ticket ? ` ${texts.deleteKeepsTicket}` : ''}`
      }
      remove={useDeleteRequest().mutateAsync}
      done={({ number }) => texts.deleted(number)}
      refresh={useRefreshRequests()}
      outdatedCodes={['stale', 'customer_request.answered']}
    />
  )
}

const texts = requestTexts.actions
