import { useState } from 'react'
import { type Progress, progressSteps } from '#contract/progress.ts'
import type { Ticket } from '#contract/tickets.ts'
import { classNames } from '#web/components/display/class-names.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Spinner } from '#web/components/feedback/spinner.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useRefreshTickets, useUpdateTicket } from './ticket.mutations.ts'

/** Sets a ticket's progress with one click. Finishing one with unfinished entries requires confirmation. */
export function ProgressSteps({ ticket }: { ticket: Ticket }) {
  const [asksToFinish, setAsksToFinish] = useState(false)
  const update = useUpdateTicket()
  const refresh = useRefreshTickets()
  const texts = ticketTexts.steps

  async function setProgress(progress: Progress, finishAnyway = false) {
    const change = finishAnyway ? { progress, finishAnyway } : { progress }
    await update.mutateAsync({ id: ticket.id, revision: ticket.revision, change })
    showSuccess(texts.changed(ticketTexts.progress[progress]))
  }
  function choose(progress: Progress) {
    if (update.isPending || progress === ticket.progress) return
    setProgress(progress).catch((error: unknown) => {
      if (hasCode(error, 'ticket.unfinished_entries')) return setAsksToFinish(true)
      showFailure(error)
      if (hasCode(error, 'stale')) void refresh()
    })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would render a border and belongs in a form */}
      <div
        role="group"
        aria-label={texts.label}
        data-screen-only=""
        className="flex flex-wrap rounded-control bg-sunken p-1 sm:justify-self-start"
      >
        {progressSteps.map(progress => {
          const isCurrent = progress === ticket.progress
          const isBusy = update.isPending && update.variables.change.progress === progress
          return (
            <button
              key={progress}
              type="button"
              aria-pressed={isCurrent}
              aria-busy={isBusy || undefined}
              onClick={() => choose(progress)}
              className={classNames(
                'relative min-h-[38px] grow sm:px-6 rounded-[0.375rem] border px-3 text-label',
                isCurrent ? 'border-hairline bg-surface font-semibold' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              <span className={isBusy ? 'opacity-0' : undefined}>{ticketTexts.progress[progress]}</span>
              {isBusy ? (
                <span className="absolute inset-0 grid place-items-center">
                  <Spinner />
                </span>
              ) : null}
            </button>
          )
        })}
      </div>
      <ConfirmDialog
        open={asksToFinish}
        onOpenChange={setAsksToFinish}
        title={texts.unfinishedQuestion}
        confirmLabel={texts.finishAnyway}
        tone="primary"
        onConfirm={() => setProgress('finished', true)}
        onFailure={showFailure}
      >
        {texts.unfinishedExplanation}
      </ConfirmDialog>
    </>
  )
}
