import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { priorityText, stateText } from './request.labels.ts'

/** The state of a request. A state of a newer server is shown as unknown. */
export function RequestStateBadge({ state }: { state: string }) {
  const { tone, icon } = states.get(state) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {stateText(state)}
    </Badge>
  )
}

/** The priority of a request. */
export function PriorityBadge({ priority }: { priority: string }) {
  const { tone, icon } = priorities.get(priority) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {priorityText(priority)}
    </Badge>
  )
}

type Look = { tone: BadgeTone; icon: BadgeIcon }

const unknown: Look = { tone: 'grey', icon: 'question' }

const states: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['open', { tone: 'blue', icon: 'dashed' }],
  ['accepted', { tone: 'green', icon: 'check' }],
  ['declined', { tone: 'grey', icon: 'cross' }],
])

const priorities: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['low', { tone: 'grey', icon: 'down' }],
  ['medium', { tone: 'grey', icon: 'dash' }],
  ['high', { tone: 'amber', icon: 'up' }],
])
