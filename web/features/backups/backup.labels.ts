/** The German words of what the server names. A word of a newer server is never a crash. */
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

/** What is said when one has ended that somebody watched. */
export function backupEndText({ state, reason }: Pick<Backup, 'state' | 'reason'>): string {
  if (state === 'proven') return backupTexts.done
  return `${state === 'unproven' ? backupTexts.notProven : backupTexts.notDone} ${backupReasonText(reason)}`.trim()
}
