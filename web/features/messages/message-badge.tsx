import type { Message } from '#contract/messages.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { messageStand, messageStandText } from './message.labels.ts'

/** The status of a message, including the mail of its answer. A state of a newer server is shown as unknown. */
export function MessageBadge({ message }: { message: Pick<Message, 'state' | 'replyMail'> }) {
  const stand = messageStand(message)
  const { tone, icon } = looks.get(stand) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {messageStandText(stand)}
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
