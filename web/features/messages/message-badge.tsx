import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { messageStateText } from './message.labels.ts'

/** Whether a message still needs an answer. A state of a newer server is shown as unknown. */
export function MessageBadge({ state }: { state: string }) {
  const { tone, icon } = looks.get(state) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {messageStateText(state)}
    </Badge>
  )
}

type Look = { tone: BadgeTone; icon: BadgeIcon }

const unknown: Look = { tone: 'grey', icon: 'question' }

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['new', { tone: 'blue', icon: 'exclamation' }],
  ['answered', { tone: 'green', icon: 'check' }],
])
