import { accountTexts } from '#web/texts/accounts.texts.ts'
import { waitText } from './wait-text.ts'

/** Shows how long to wait before the next try. Announces only the end, not every second. */
export function WaitNote({ secondsLeft }: { secondsLeft: number | undefined }) {
  if (secondsLeft === undefined) return null
  return (
    <div className="text-label text-muted">
      {secondsLeft > 0 ? <p className="tabular">{accountTexts.wait(waitText(secondsLeft))}</p> : null}
      <p role="status">{secondsLeft > 0 ? null : accountTexts.waitOver}</p>
    </div>
  )
}
