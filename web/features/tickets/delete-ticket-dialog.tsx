import type { Ticket } from '#contract/tickets.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useDeleteTicket, useRefreshTickets } from './ticket.mutations.ts'

interface DeleteTicketDialogProps {
  ticket: Ticket | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Asks before it deletes a ticket with all its entries. */
export function DeleteTicketDialog({ ticket, open, onOpenChange, onDeleted }: DeleteTicketDialogProps) {
  const remove = useDeleteTicket()
  const refresh = useRefreshTickets()
  if (!ticket) return null

  async function deleteTicket(doomed: Ticket) {
    await remove.mutateAsync(doomed)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.deleted(doomed.number) })
    onDeleted?.()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.deleteQuestion(ticket.name)}
      confirmLabel={texts.delete}
      onConfirm={() => deleteTicket(ticket)}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        onOpenChange(false)
      }}
    >
      {texts.deleteExplanation(ticket.entriesCount)}
    </ConfirmDialog>
  )
}

const texts = ticketTexts.actions
