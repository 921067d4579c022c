import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { Timer } from '#contract/timers.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useStartTimer } from './ticket.mutations.ts'
import { openTimersQuery } from './ticket.query-options.ts'
import { showRunning } from './timer-toast.ts'

/**
 * Starts a timer for a ticket or one of its entries, and reports the result. Only one timer runs at a time: a running one
 * is stopped with the same click, and waits to be booked. For admins only; customers have no timers.
 */
export function useTimerStart({ enabled = true }: { enabled?: boolean } = {}) {
  const { data: open } = useQuery({ ...openTimersQuery(), enabled })
  const running = open?.find(timer => timer.stoppedAt === null)
  const start = useStartTimer()
  const isRunningOn = (ticket: OfTicket, entry?: OfEntry): boolean => isMeasuring(running, ticket, entry)
  const labelFor = (ticket: OfTicket, entry?: OfEntry): string => {
    if (!running) return texts.start
    return isRunningOn(ticket, entry) ? texts.running : texts.switch
  }
  const startOn = (ticket: Pick<Ticket, 'id' | 'number'>, entry?: OfEntry) => {
    start.mutate(
      {
        body: { ticketId: ticket.id, ...(entry && { entryId: entry.id }), ...(running && { insteadOf: running.id }) },
        idempotencyKey: createIdempotencyKey(),
      },
      {
        onSuccess: () =>
          showRunning(running ? texts.switched(running.ticket.number, ticket.number) : texts.started(ticket.number)),
        onError: showFailure,
      },
    )
  }
  return {
    isStarting: start.isPending,
    /** The action without a ticket: starts or switches. */
    label: running ? texts.switch : texts.start,
    labelFor,
    /** Nothing to start: it runs already for this ticket, or for this entry. */
    isRunningOn,
    start: startOn,
    /** For the rows of a list: starts it with one click. */
    rowButton: (ticket: Ticket): MenuAction | undefined =>
      ticket.permissions.includes('startTimer')
        ? {
            label: labelFor(ticket),
            icon: <IconPlayerPlay />,
            disabled: isRunningOn(ticket) || start.isPending,
            onSelect: () => startOn(ticket),
          }
        : undefined,
  }
}

const texts = ticketTexts.timer

type OfTicket = Pick<Ticket, 'id'>
type OfEntry = Pick<TicketEntry, 'id'>

/** A ticket is measured by a timer on any of its entries, an entry only by its own. */
function isMeasuring(running: Timer | undefined, ticket: OfTicket, entry?: OfEntry): boolean {
  if (running?.ticket.id !== ticket.id) return false
  return entry === undefined || running.entryId === entry.id
}
