/** German labels of the server's codes. A code of a newer server never crashes. */

import type { Backup, BackupState } from '#contract/backups.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { backupTexts } from '#web/texts/backups.texts.ts'

export function backupReasonText(reason: string): string {
  return wordOf(backupTexts.reasons, reason) ?? backupTexts.unknownReason
}

export function backupKindText(kind: string): string {
  return wordOf(backupTexts.kinds, kind) ?? kind
}

/** The message when a backup ends that was on the screen. */
export function backupEndText({ state, reason }: Pick<Backup, 'state' | 'reason'>): string {
  if (state === 'proven') return backupTexts.done
  return `${state === 'unproven' ? backupTexts.notProven : backupTexts.notDone} ${backupReasonText(reason)}`.trim()
}

export const backupLooks: StateLooks<BackupState> = {
  looks: {
    running: ['blue', 'half'],
    unproven: ['amber', 'clock'],
    proven: ['green', 'check'],
    failed: ['red', 'exclamation'],
  },
  text: state => wordOf(backupTexts.states, state) ?? backupTexts.unknownState,
}
