import { IconClockPause, IconClockPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Timer } from '#contract/timers.ts'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { headerSlotId } from '#web/lib/browser/header-slot.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { formatDuration, formatTime } from '#web/lib/format/format.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useClock } from './ticket.mutations.ts'
import { openTimersQuery } from './ticket.query-options.ts'
import { TimerBookingDrawer } from './timer-booking-drawer.tsx'
import { bookingDraftName, measuredMs, type StoppedTimer } from './timer-booking-form.tsx'
import { useTimerChangesElsewhere } from './timer-channel.ts'
import { closeRunningToast } from './timer-toast.ts'

/**
 * In the sticky header on every page of the admin portal while a timer runs or waits to be booked: its ticket, its
 * duration, and buttons to stop and book it. The duration is always calculated from the start, so reload, sleep and a
 * second tab do not affect it.
 */
export function TimerBar() {
  const { data: open = [] } = useQuery(openTimersQuery())
  useTimerChangesElsewhere()
  const running = open.find(timer => timer.stoppedAt === null)
  const waiting = open.filter(isStopped)
  // Kept while the drawer closes, when the timer is booked and no longer open.
  const [booked, setBooked] = useState<StoppedTimer | null>(null)
  const [isBookingOpen, setBookingOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  // A draft kept across a login: its form reopens automatically.
  const drafted = booked ? undefined : waiting.find(timer => hasDraft(bookingDraftName(timer)))
  const openDrafted = useEffectEvent((timer: StoppedTimer) => openBooking(timer))
  useEffect(() => {
    if (drafted) openDrafted(drafted)
  }, [drafted])

  function afterStop(timer: Timer) {
    closeRunningToast()
    openBooking(timer)
  }
  function openBooking(timer: Timer) {
    if (!isStopped(timer)) return
    setBooked(timer)
    setBookingOpen(true)
  }
  function noteOrigin({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement && relatedTarget.closest('main')) cameFrom.current = relatedTarget
  }
  /** Focuses the next control in the bar; without a bar returns to the previous focus. */
  function focusNext() {
    const next = bar.current?.querySelector('button') ?? cameFrom.current
    next?.focus({ preventScroll: true })
  }
  const slot = document.getElementById(headerSlotId)
  return (
    <>
      {open.length > 0 && slot
        ? createPortal(
            <TimerRows
              bar={bar}
              running={running}
              waiting={waiting}
              onFocus={noteOrigin}
              onStopped={afterStop}
              onBook={openBooking}
            />,
            slot,
          )
        : null}
      {booked ? (
        <TimerBookingDrawer
          key={booked.id}
          timer={booked}
          open={isBookingOpen}
          onOpenChange={setBookingOpen}
          onClosed={focusNext}
        />
      ) : null}
    </>
  )
}

const texts = ticketTexts.timer

function isStopped(timer: Timer): timer is StoppedTimer {
  return timer.stoppedAt !== null
}

interface TimerRowsProps {
  bar: RefObject<HTMLElement | null>
  running: Timer | undefined
  /** Stopped, to be booked. */
  waiting: readonly StoppedTimer[]
  onFocus: (event: FocusEvent) => void
  onStopped: (timer: Timer) => void
  onBook: (timer: StoppedTimer) => void
}

function TimerRows({ bar, running, waiting, onFocus, onStopped, onBook }: TimerRowsProps) {
  const stop = useClock('stop')
  const first = waiting[0]
  return (
    <aside
      ref={bar}
      aria-label={texts.label}
      data-screen-only=""
      onFocus={onFocus}
      className="border-hairline border-t bg-amber-tint text-amber"
    >
      {running ? (
        <BarRow
          timer={running}
          icon={<IconClockPlay aria-hidden="true" size={22} />}
          state={texts.running}
          time={<Elapsed since={running.startedAt} />}
          note={texts.since(formatTime(running.startedAt))}
        >
          <Button
            size="small"
            busy={stop.isPending}
            onClick={() => stop.mutate(running, { onSuccess: onStopped, onError: showFailure })}
          >
            {texts.stop}
          </Button>
        </BarRow>
      ) : null}
      {first ? (
        <BarRow
          timer={first}
          icon={<IconClockPause aria-hidden="true" size={22} />}
          state={texts.waiting}
          time={formatDuration(measuredMs(first))}
          note={waiting.length > 1 ? texts.moreWaiting(waiting.length - 1) : texts.waiting}
        >
          <Button size="small" onClick={() => onBook(first)}>
            {texts.bookNow}
          </Button>
        </BarRow>
      ) : null}
    </aside>
  )
}

interface BarRowProps {
  timer: Timer
  icon: ReactNode
  state: string
  time: ReactNode
  note: string
  children: ReactNode
}

/** One timer per line, even on a phone. */
function BarRow({ timer: { ticket }, icon, state, time, note, children }: BarRowProps) {
  return (
    <div className="page-width flex min-h-12 items-center gap-x-4 py-1 text-label phone:gap-x-2">
      <span className="shrink-0 phone:hidden">{icon}</span>
      <p className="grid min-w-0 flex-1">
        {/* Read out first; shown below the ticket where there is no room for the note. */}
        <span className="order-1 truncate text-small md:sr-only">{state}</span>
        <span className="truncate">
          <Link
            to="/admin-portal/ticket/$id"
            params={{ id: ticket.id }}
            className="font-semibold underline underline-offset-4"
          >
            {ticket.number}
          </Link>
          <span className="phone:hidden"> {ticket.name}</span>
        </span>
      </p>
      <p role="timer" className="tabular shrink-0">
        <strong className="font-semibold">{time}</strong>
        <span className="max-md:hidden"> {note}</span>
      </p>
      <div className="shrink-0">{children}</div>
    </div>
  )
}

/** Ticks in a component of its own, so that a second renders nothing else. */
function Elapsed({ since }: { since: string }) {
  const now = useNow(1000)
  return formatDuration(now - Date.parse(since))
}
