import { IconClockPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Timer } from '#contract/timers.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Drawer } from '#web/components/drawer.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { showToast } from '#web/components/toast.ts'
import { hasDraft } from '#web/lib/draft-storage.ts'
import { formatDuration, formatTime } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { commonTexts } from '#web/texts/common.ts'
import { ticketTexts } from '#web/texts/tickets.ts'
import { useDiscardTimer } from './commands.ts'
import { timerQuery } from './queries.ts'
import { useTimerChangesElsewhere } from './timer-channel.ts'
import { bookingDraftName, TimerStopForm } from './timer-stop-form.tsx'

/**
 * On every page of the admin portal while work is being measured: for what, how long, and the way to stop it.
 * The time shown is always the distance from the start, so that reload, sleep and a second tab change nothing.
 */
export function TimerBar() {
  const { data: timer } = useQuery(timerQuery())
  useTimerChangesElsewhere()
  const [isStopOpen, setStopOpen] = useState(() => hasDraft(bookingDraftName))
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const discard = useDiscardTimer()
  if (!timer) return null

  async function throwAway(running: Timer) {
    await discard.mutateAsync(running)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.discarded })
  }

  return (
    <aside aria-label={texts.label} data-screen-only="" className="border-hairline border-b bg-amber-tint text-amber">
      <div className="page-width flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-label phone:gap-x-2">
        <IconClockPlay aria-hidden="true" size={22} className="shrink-0 phone:hidden" />
        <p className="min-w-0 flex-1 sm:truncate phone:line-clamp-2 phone:basis-full">
          <span className="sr-only">{texts.running}: </span>
          <Link
            to="/admin-portal/ticket/$id"
            params={{ id: timer.ticket.id }}
            className="font-semibold underline underline-offset-4"
          >
            {timer.ticket.number}
          </Link>{' '}
          {timer.ticket.name}
        </p>
        <p role="timer" className="tabular phone:grow">
          <strong className="font-semibold">
            <Elapsed since={timer.startedAt} />
          </strong>
          <span className="max-md:hidden"> {texts.since(formatTime(timer.startedAt))}</span>
        </p>
        <div className="flex gap-2 phone:gap-1">
          <Button size="small" onClick={() => setStopOpen(true)}>
            {texts.stop}
          </Button>
          <Button size="small" variant="quiet" className="text-amber!" onClick={() => setAsksToDiscard(true)}>
            {texts.discard}
          </Button>
        </div>
      </div>
      <Drawer open={isStopOpen} onOpenChange={setStopOpen} title={texts.stopTitle} description={texts.stopExplanation}>
        <TimerStopForm timer={timer} onDone={() => setStopOpen(false)} />
      </Drawer>
      <ConfirmDialog
        open={asksToDiscard}
        onOpenChange={setAsksToDiscard}
        title={texts.discardQuestion}
        confirmLabel={texts.discard}
        onConfirm={() => throwAway(timer)}
        onFailure={error => {
          showFailure(error)
          setAsksToDiscard(false)
        }}
      >
        <TimerLoss timer={timer} />
      </ConfirmDialog>
    </aside>
  )
}

const texts = ticketTexts.timer

/** Alone with its tick, so that a second renders nothing else. */
function Elapsed({ since }: { since: string }) {
  const now = useNow(1000)
  return formatDuration(now - Date.parse(since))
}

function TimerLoss({ timer }: { timer: Timer }) {
  const now = useNow(1000)
  return texts.discardExplanation(timer.ticket.number, formatDuration(now - Date.parse(timer.startedAt)))
}
