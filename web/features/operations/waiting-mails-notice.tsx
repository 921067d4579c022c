import { unbroken } from '#web/components/display/unbroken.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { sendsMail } from '#web/lib/api/mail-sending.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'

/** Shown while mails wait for a mail server: their number and the remedy. */
export function WaitingMailsNotice({ count }: { count: number }) {
  if (count === 0 || sendsMail()) return null
  return (
    <Notice kind="warning" title={texts.waitingTitle(count)}>
      <p>{texts.waitingText}</p>
      <p className="my-2 wrap-anywhere rounded-control bg-surface px-3 py-2 font-mono text-small text-ink">
        {unbroken(texts.waitingExample)}
      </p>
      <p>{texts.waitingAfter}</p>
    </Notice>
  )
}

const texts = operationTexts.outbox
