import { useQuery } from '@tanstack/react-query'
import { Notice } from '#web/components/notice.tsx'
import { operationTexts } from '#web/texts/operations.ts'
import { mailCountQuery } from './queries.ts'

/** While mails wait: what they wait for, and what an operator does about it. */
export function WaitingMailsNotice() {
  const { data: count = 0 } = useQuery(mailCountQuery('waiting'))
  if (count === 0) return null
  return (
    <Notice kind="warning" title={texts.waitingTitle(count)}>
      <p>{texts.waitingText}</p>
      <p className="my-2 wrap-anywhere rounded-control bg-surface px-3 py-2 font-mono text-small text-ink">
        {texts.waitingExample}
      </p>
      <p>{texts.waitingAfter}</p>
    </Notice>
  )
}

const texts = operationTexts.outbox
