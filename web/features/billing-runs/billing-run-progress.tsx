import { IconPlayerStop } from '@tabler/icons-react'
import type { BillingRun } from '#contract/billing-runs.ts'
import { Button } from '#web/components/action/button.tsx'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { billingRunTexts } from '#web/texts/billing-runs.texts.ts'

interface BillingRunProgressProps {
  run: BillingRun
  busy: boolean
  onStop: () => void
}

/** How far the run is, and the button to stop it. */
export function BillingRunProgress({ run, busy, onStop }: BillingRunProgressProps) {
  const label = run.state === 'issuing' ? texts.issuing : texts.drafting
  const text = texts.progress(run.doneCount, run.totalCount)
  return (
    <div className="grid gap-3 rounded-card border border-hairline bg-surface p-5">
      <p role="status">
        {label}: {text}
      </p>
      <ProgressBar label={label} value={run.doneCount} max={run.totalCount} text={text} />
      <Button icon={<IconPlayerStop />} busy={busy} onClick={onStop} className="justify-self-start">
        {texts.stop}
      </Button>
    </div>
  )
}

const texts = billingRunTexts
