import type { ReactNode } from 'react'
import type { Erasure } from '#contract/erasures.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { formatDateTime } from '#web/lib/format/format.ts'
import { privacyTexts, type Speaker } from '#web/texts/privacy.texts.ts'

const texts = privacyTexts.erasure

interface WaitingNoticeProps {
  /** A pending deletion, or one that has begun. */
  erasure: Pick<Erasure, 'state' | 'askedAt' | 'askedBy' | 'dueAt'>
  speaker: Speaker
  /** On other pages: link to where it can be withdrawn. */
  more?: ReactNode
}

/** Shows when the account will be deleted and who requested it, or that it is being deleted. */
export function WaitingNotice({ erasure: { state, askedAt, askedBy, dueAt }, speaker, more }: WaitingNoticeProps) {
  if (state === 'running') {
    return (
      <Notice kind="warning" title={texts.runningTitle}>
        {texts.running}
      </Notice>
    )
  }
  return (
    <Notice kind="warning" title={texts.waitingTitle(formatDateTime(dueAt ?? ''))} action={more}>
      {texts.waiting(formatDateTime(askedAt ?? ''), askedBy === 'admin' ? 'admin' : 'customer', speaker)}
    </Notice>
  )
}
