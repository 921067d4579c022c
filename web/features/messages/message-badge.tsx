import type { Message } from '#contract/messages.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { messageStatus, messageStatusText } from './message.labels.ts'

/** The status of a message, including the mail of its answer. A state of a newer server is shown as unknown. */
export function MessageBadge({ message }: { message: Pick<Message, 'state' | 'replyMail'> }) {
  const status = messageStatus(message)
  const { tone, icon } = looks.get(status) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {messageStatusText(status)}
    </Badge>
  )
}

type Look = { tone: BadgeTone; icon: BadgeIcon }

const unknown: Look = { tone: 'grey', icon: 'question' }

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['new', { tone: 'blue', icon: 'exclamation' }],
  ['answered', { tone: 'green', icon: 'check' }],
  ['waiting', { tone: 'amber', icon: 'clock' }],
  ['failed', { tone: 'red', icon: 'exclamation' }],
])
