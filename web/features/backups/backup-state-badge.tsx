import type { BackupState } from '#contract/backups.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { backupTexts } from '#web/texts/backups.texts.ts'

/** The state of a backup; an unknown state of a newer server is shown as unknown. */
export function BackupStateBadge({ state }: { state: BackupState }) {
  const look = looks[state] as (typeof looks)[BackupState] | undefined
  return (
    <Badge tone={look?.tone ?? 'grey'} icon={look?.icon ?? 'question'}>
      {look ? backupTexts.states[state] : backupTexts.unknownState}
    </Badge>
  )
}

const looks: Record<BackupState, { tone: BadgeTone; icon: BadgeIcon }> = {
  running: { tone: 'blue', icon: 'half' },
  unproven: { tone: 'amber', icon: 'clock' },
  proven: { tone: 'green', icon: 'check' },
  failed: { tone: 'red', icon: 'exclamation' },
}
