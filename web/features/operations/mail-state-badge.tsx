import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { mailStateText } from './operations.labels.ts'

/** The state of a mail. A value of a newer server is shown as unknown. */
export function MailStateBadge({ state }: { state: string }) {
  const { tone, icon } = looks.get(state) ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {mailStateText(state) ?? operationTexts.outbox.unknownState}
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
