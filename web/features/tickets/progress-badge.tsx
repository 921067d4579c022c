import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { progressText } from './ticket.labels.ts'

/** The progress of a ticket or an entry. A value of a newer server is shown as unknown. */
export function ProgressBadge({ progress }: { progress: string }) {
  const { tone, icon } = looks.get(progress) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {progressText(progress)}
    </Badge>
  )
}

type Look = { tone: BadgeTone; icon: BadgeIcon }

const unknown: Look = { tone: 'grey', icon: 'question' }

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['finished', { tone: 'green', icon: 'check' }],
  ['inProgress', { tone: 'amber', icon: 'half' }],
  ['upcoming', { tone: 'blue', icon: 'dashed' }],
])
