import type { ReactNode } from 'react'
import type { Erasure } from '#contract/erasures.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { formatDateTime } from '#web/lib/format/format.ts'
import { privacyTexts, type Speaker } from '#web/texts/privacy.texts.ts'

const texts = privacyTexts.erasure

interface WaitingNoticeProps {
  /** One that waits. */
  erasure: Pick<Erasure, 'askedAt' | 'askedBy' | 'dueAt'>
  speaker: Speaker
  /** The way to where it can be taken back, on other pages. */
  more?: ReactNode
}

/** When the account ends, and who wanted it. */
export function WaitingNotice({ erasure: { askedAt, askedBy, dueAt }, speaker, more }: WaitingNoticeProps) {
  return (
    <Notice kind="warning" title={texts.waitingTitle(formatDateTime(dueAt ?? ''))} action={more}>
      {texts.waiting(formatDateTime(askedAt ?? ''), askedBy === 'admin' ? 'admin' : 'customer', speaker)}
    </Notice>
  )
}
