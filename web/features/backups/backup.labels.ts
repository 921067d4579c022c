/** German labels of the server's codes. A code of a newer server never crashes. */
import type { Backup } from '#contract/backups.ts'
import { backupTexts } from '#web/texts/backups.texts.ts'

export function backupReasonText(reason: string): string {
  const words: Readonly<Record<string, string>> = backupTexts.reasons
  return Object.hasOwn(words, reason) ? (words[reason] ?? '') : backupTexts.unknownReason
}

export function backupKindText(kind: string): string {
  const words: Readonly<Record<string, string>> = backupTexts.kinds
  return Object.hasOwn(words, kind) ? (words[kind] ?? '') : kind
}

/** The message when a backup ends that was on the screen. */
export function backupEndText({ state, reason }: Pick<Backup, 'state' | 'reason'>): string {
  if (state === 'proven') return backupTexts.done
  return `${state === 'unproven' ? backupTexts.notProven : backupTexts.notDone} ${backupReasonText(reason)}`.trim()
}
