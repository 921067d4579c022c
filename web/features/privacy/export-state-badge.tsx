import type { ExportState } from '#contract/customer-exports.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { privacyTexts } from '#web/texts/privacy.texts.ts'

const texts = privacyTexts.export

/** The state of an export; a state of a newer server is shown as unknown. */
export function ExportStateBadge({ state }: { state: ExportState }) {
  const look = looks[state] as (typeof looks)[ExportState] | undefined
  return (
    <Badge tone={look?.tone ?? 'grey'} icon={look?.icon ?? 'question'}>
      {look ? texts.states[state] : texts.unknownState}
    </Badge>
  )
}

const looks: Record<ExportState, { tone: BadgeTone; icon: BadgeIcon }> = {
  waiting: { tone: 'amber', icon: 'clock' },
  running: { tone: 'blue', icon: 'half' },
  ready: { tone: 'green', icon: 'check' },
  failed: { tone: 'red', icon: 'exclamation' },
  expired: { tone: 'grey', icon: 'cross' },
}
