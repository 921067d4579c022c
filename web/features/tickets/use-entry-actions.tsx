import { IconArrowRight, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Progress } from '#contract/progress.ts'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { neighbouringSteps } from './ticket.labels.ts'
import { useRefreshTickets, useUpdateEntry } from './ticket.mutations.ts'
import { useTimerStart } from './use-timer-start.tsx'

interface EntryActionsOptions {
  ticket: TicketWithEntries
  viewer: 'customer' | 'admin'
  onEdit: (entry: TicketEntry) => void
  onDelete: (entry: TicketEntry) => void
}

/** The actions a user may take on an entry, as its menu. */
export function useEntryActions({ ticket, viewer, onEdit, onDelete }: EntryActionsOptions) {
  const update = useUpdateEntry()
  const refresh = useRefreshTickets()
  const timer = useTimerStart({ enabled: viewer === 'admin' })

  function setProgress(entry: TicketEntry, progress: Progress) {
    update.mutate(
      { id: entry.id, revision: entry.revision, change: { progress } },
      {
        onSuccess: saved => {
          const message = ticketTexts.steps.entryChanged(saved.name, ticketTexts.progress[progress])
          showSuccess(message)
        },
        onError: error => {
          showFailure(error)
          if (hasCode(error, 'stale')) void refresh()
        },
      },
    )
  }
  return (entry: TicketEntry): MenuAction[] => {
    const actions: MenuAction[] = []
    const may = new Set(entry.permissions)
    if (may.has('update')) {
      actions.push({ label: commonTexts.edit, icon: <IconPencil />, onSelect: () => onEdit(entry) })
    }
    if (may.has('startTimer')) {
      actions.push({
        label: timer.labelFor(ticket, entry),
        icon: <IconPlayerPlay />,
        disabled: timer.isRunningOn(ticket, entry),
        onSelect: () => timer.start(ticket, entry),
      })
    }
    if (may.has('bill')) {
      for (const step of neighbouringSteps(entry.progress)) {
        actions.push({
          label: ticketTexts.steps.forward(ticketTexts.progress[step]),
          icon: <IconArrowRight />,
          onSelect: () => setProgress(entry, step),
        })
      }
    }
    if (may.has('delete')) {
      actions.push({
        label: commonTexts.delete,
        icon: <IconTrash />,
        tone: 'danger',
        onSelect: () => onDelete(entry),
      })
    }
    return actions
  }
}
