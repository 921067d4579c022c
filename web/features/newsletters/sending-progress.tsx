import { type ReactNode, useState } from 'react'
import type { Newsletter } from '#contract/newsletters.ts'
import { Button } from '#web/components/action/button.tsx'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { useSteerSending } from './newsletter.mutations.ts'

const texts = newsletterTexts
const confirmations = { pause: texts.paused, continue: texts.continued, cancel: texts.cancelled }

/** Progress of the sending, with a button to stop it. `outboxLink` leads to the failed mails. */
export function SendingProgress({ newsletter, outboxLink }: { newsletter: Newsletter; outboxLink: ReactNode }) {
  const steer = useSteerSending()
  const [isAsking, setAsking] = useState(false)
  const { id, permissions, recipientsCount, sentCount, failedCount, remainingCount, skippedCount } = newsletter
  const done = recipientsCount - remainingCount

  const take = async (step: keyof typeof confirmations) => {
    await steer.mutateAsync({ id, step })
    showSuccess(confirmations[step])
  }
  const steps = (['pause', 'continue'] as const).filter(step => permissions.includes(step))
  return (
    <div className="grid gap-4">
      <StatStrip
        label={texts.progress}
        stats={[
          { label: texts.numbers.recipients, value: formatCount(recipientsCount) },
          { label: texts.numbers.sent, value: formatCount(sentCount) },
          { label: texts.numbers.failed, value: formatCount(failedCount) },
          { label: texts.numbers.remaining, value: formatCount(remainingCount) },
        ]}
      />
      {permissions.includes('cancel') ? (
        <div className="grid gap-2">
          <div
            role="progressbar"
            aria-label={texts.progress}
            aria-valuemin={0}
            aria-valuemax={recipientsCount}
            aria-valuenow={done}
            className="h-2.5 overflow-clip rounded-full border border-field-border bg-sunken"
          >
            <div
              data-graphic=""
              className="h-full bg-graphic"
              style={{ width: `${recipientsCount > 0 ? (done / recipientsCount) * 100 : 0}%` }}
            />
          </div>
          <p className="text-label text-muted">{texts.progressText(done, recipientsCount)}</p>
        </div>
      ) : null}
      {skippedCount > 0 ? <p className="text-label text-muted">{texts.skipped(skippedCount)}</p> : null}
      {failedCount > 0 ? <p>{outboxLink}</p> : null}
      {permissions.includes('cancel') ? (
        <div className="flex flex-wrap gap-3">
          {steps.map(step => (
            <Button
              key={step}
              variant="primary"
              busy={steer.isPending}
              onClick={() => void take(step).catch(showFailure)}
            >
              {texts[step]}
            </Button>
          ))}
          <Button onClick={() => setAsking(true)}>{texts.cancel}</Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.cancelQuestion}
        confirmLabel={texts.cancel}
        cancelLabel={commonTexts.close}
        onConfirm={() => take('cancel')}
        onFailure={showFailure}
      >
        {texts.cancelExplanation(remainingCount)}
      </ConfirmDialog>
    </div>
  )
}
