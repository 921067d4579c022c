import type { Ticket } from '#contract/tickets.ts'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useDeleteTicket, useRefreshTickets } from './ticket.mutations.ts'

/** Asks before it deletes a ticket with all its entries. */
export function DeleteTicketDialog(props: RowDialogProps<Ticket>) {
  return (
    <DeleteDialog
      {...props}
      question={({ name }) => texts.deleteQuestion(name)}
      confirmLabel={texts.delete}
      explanation={({ entriesCount }) => texts.deleteExplanation(entriesCount)}
      remove={useDeleteTicket().mutateAsync}
      done={({ number }) => texts.deleted(number)}
      refresh={useRefreshTickets()}
    />
  )
}

const texts = ticketTexts.actions
