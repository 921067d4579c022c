import type { TicketEntry } from '#contract/ticket-entries.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useAddEntry, useDeleteEntry, useRefreshTickets } from './ticket.mutations.ts'

interface DeleteEntryDialogProps {
  entry: TicketEntry | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether this user could add the same entry again, so that the deletion can be undone. */
  canRestore: boolean
}

/** Asks before it deletes an entry, and then briefly offers to undo it if nothing would be lost. */
export function DeleteEntryDialog({ entry, open, onOpenChange, canRestore }: DeleteEntryDialogProps) {
  const remove = useDeleteEntry()
  const add = useAddEntry()
  const refresh = useRefreshTickets()
  if (!entry) return null
  const isMeasured = entry.measuredHours > 0

  async function deleteEntry(doomed: TicketEntry) {
    await remove.mutateAsync(doomed)
    const undo = { label: commonTexts.undo, onClick: () => restoreEntry(doomed) }
    showSuccess(texts.deleted(doomed.name), canRestore && !isMeasured ? undo : undefined)
  }
  function restoreEntry(gone: TicketEntry) {
    add.mutate(
      { body: restoredInput(gone), idempotencyKey: createIdempotencyKey() },
      {
        onSuccess: entry => showSuccess(texts.restored(entry.name)),
        onError: showFailure,
      },
    )
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.deleteQuestion(entry.name)}
      confirmLabel={commonTexts.delete}
      onConfirm={() => deleteEntry(entry)}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        onOpenChange(false)
      }}
    >
      {texts.deleteExplanation}
      {isMeasured ? ` ${texts.deleteMeasured}` : null}
    </ConfirmDialog>
  )
}

const texts = ticketTexts.entryForm

/** A customer may send only three fields; the others get the same values by default. */
function restoredInput(entry: TicketEntry) {
  const { ticketId, name, description, type } = entry
  if (entry.createdBy === 'customer') return { ticketId, name, description, type }
  const { progress, quantity, hourlyRate, chargedExtra, chargedExtraText, date } = entry
  return { ticketId, name, description, type, progress, quantity, hourlyRate, chargedExtra, chargedExtraText, date }
}
