import { type Backup, backupSteps } from '#contract/backups.ts'
import { Card } from '#web/components/display/card.tsx'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { backupTexts } from '#web/texts/backups.texts.ts'

const texts = backupTexts

/** Progress of the running backup. */
export function RunningBackup({ backup }: { backup: Backup }) {
  const step = backup.step ?? 'waiting'
  const number = backupSteps.indexOf(step) + 1
  const count = backupSteps.length
  return (
    <Card title={texts.running}>
      <div className="grid gap-3">
        <ProgressBar label={texts.progressLabel} value={number} max={count} text={texts.progress(number, count)} />
        <p role="status" className="text-label">
          {`${texts.progress(number, count)}: ${texts.steps[step]}`}
        </p>
      </div>
    </Card>
  )
}
