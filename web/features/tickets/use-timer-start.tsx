import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import type { Ticket } from '#contract/tickets.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useStartTimer } from './ticket.mutations.ts'
import { openTimersQuery } from './ticket.query-options.ts'
import { showRunning } from './timer-toast.ts'

/**
 * Starts a timer for a ticket or one of its entries, and reports the result. Only one timer runs at a time: meanwhile
 * `isRunning` is true, and the label names its ticket. For admins only; customers have no timers.
 */
export function useTimerStart({ enabled = true }: { enabled?: boolean } = {}) {
  const { data: open } = useQuery({ ...openTimersQuery(), enabled })
  const running = open?.find(timer => timer.stoppedAt === null)
  const start = useStartTimer()
  const isRunning = Boolean(running)
  const labelFor = (ticket: Pick<Ticket, 'id'>): string => {
    if (!running) return ticketTexts.timer.start
    return running.ticket.id === ticket.id
      ? ticketTexts.timer.running
      : ticketTexts.timer.runningElsewhere(running.ticket.number)
  }
  const startOn = (ticket: Pick<Ticket, 'id' | 'number'>, entry?: Pick<TicketEntry, 'id'>) => {
    const body = entry ? { ticketId: ticket.id, entryId: entry.id } : { ticketId: ticket.id }
    start.mutate(
      { body, idempotencyKey: createIdempotencyKey() },
      {
        onSuccess: () => showRunning(ticketTexts.timer.started(ticket.number)),
        onError: showFailure,
      },
    )
  }
  return {
    isStarting: start.isPending,
    isRunning,
    labelFor,
    start: startOn,
    /** For the rows of a list: starts it with one click. */
    rowButton: (ticket: Ticket): MenuAction | undefined =>
      ticket.permissions.includes('startTimer')
        ? {
            label: labelFor(ticket),
            icon: <IconPlayerPlay />,
            disabled: isRunning || start.isPending,
            onSelect: () => startOn(ticket),
          }
        : undefined,
  }
}
