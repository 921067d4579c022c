import { useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { formatDuration } from '#web/lib/format/format.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useClock, useDiscardTimer } from './ticket.mutations.ts'
import { measuredMs, type StoppedTimer, TimerBookingForm } from './timer-booking-form.tsx'
import { showRunning } from './timer-toast.ts'

interface TimerBookingDrawerProps {
  timer: StoppedTimer
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after it has closed. */
  onClosed: () => void
}

/** Books, resumes or discards measured time. Closing the drawer leaves the timer waiting. */
export function TimerBookingDrawer({ timer, open, onOpenChange, onClosed }: TimerBookingDrawerProps) {
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const discard = useDiscardTimer()
  const resume = useClock('resume')
  const { number } = timer.ticket

  async function throwAway() {
    await discard.mutateAsync(timer)
    onOpenChange(false)
    showSuccess(texts.discarded)
  }
  function resumeTimer() {
    resume.mutate(timer, {
      onSuccess: () => {
        onOpenChange(false)
        showRunning(texts.resumed(number))
      },
      onError: showFailure,
    })
  }
  return (
    <>
      <Drawer
        open={open}
        onOpenChange={onOpenChange}
        onClosed={onClosed}
        title={texts.bookTitle(number)}
        description={texts.bookExplanation}
      >
        <TimerBookingForm
          timer={timer}
          onDone={() => onOpenChange(false)}
          otherwise={
            <>
              <Button busy={resume.isPending} fullOnPhone onClick={resumeTimer}>
                {texts.resume}
              </Button>
              <Button variant="quiet" fullOnPhone onClick={() => setAsksToDiscard(true)}>
                {texts.discard}
              </Button>
            </>
          }
        />
      </Drawer>
      <ConfirmDialog
        open={asksToDiscard}
        onOpenChange={setAsksToDiscard}
        title={texts.discardQuestion}
        confirmLabel={texts.discard}
        onConfirm={throwAway}
        onFailure={error => {
          showFailure(error)
          setAsksToDiscard(false)
        }}
      >
        {texts.discardExplanation(number, formatDuration(measuredMs(timer)))}
      </ConfirmDialog>
    </>
  )
}

const texts = ticketTexts.timer
