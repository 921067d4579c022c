import type { ReactNode } from 'react'
import type { MessageReply } from '#contract/messages.ts'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { formatDateTime } from '#web/lib/format/format.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'

interface ReplyListProps {
  replies: readonly MessageReply[]
  /** Link to the mails that were not sent. */
  outboxLink: ReactNode
}

/** Previous answers, with the state of their mails. */
export function ReplyList({ replies, outboxLink }: ReplyListProps) {
  return (
    <ol className="grid gap-4">
      {replies.map(reply => (
        <li key={reply.id} className="grid gap-2 rounded-box border border-hairline bg-surface p-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-label font-medium">
              {messageTexts.replyFrom(reply.authorName, formatDateTime(reply.createdAt))}
            </p>
            {reply.mail ? <StateBadge state={reply.mail.state} looks={replyMailLooks} /> : null}
          </div>
          <p className="wrap-anywhere whitespace-pre-line">{reply.text}</p>
          {reply.mail && reply.mail.lastError !== '' ? (
            <p className="flex flex-wrap gap-x-3 text-label text-muted">
              <span className="wrap-anywhere">{reply.mail.lastError}</span>
              {outboxLink}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

const replyMailLooks: StateLooks<Exclude<keyof typeof messageTexts.mail, 'unknown'>> = {
  looks: { sent: ['green', 'check'], waiting: ['amber', 'clock'], failed: ['red', 'exclamation'] },
  text: state => wordOf(messageTexts.mail, state) ?? messageTexts.mail.unknown,
}
