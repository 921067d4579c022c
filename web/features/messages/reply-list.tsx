import type { ReactNode } from 'react'
import type { MessageReply } from '#contract/messages.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { formatDateTime } from '#web/lib/format/format.ts'
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
            {reply.mail ? <MailBadge state={reply.mail.state} /> : null}
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

/** The state of an answer's mail. A state of a newer server is shown as unknown. */
function MailBadge({ state }: { state: string }) {
  const words: Readonly<Record<string, string>> = messageTexts.mail
  const { tone, icon } = looks.get(state) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {(looks.has(state) ? words[state] : undefined) ?? messageTexts.mail.unknown}
    </Badge>
  )
}

type Look = { tone: BadgeTone; icon: BadgeIcon }

const unknown: Look = { tone: 'grey', icon: 'question' }

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['sent', { tone: 'green', icon: 'check' }],
  ['waiting', { tone: 'amber', icon: 'clock' }],
  ['failed', { tone: 'red', icon: 'exclamation' }],
])
