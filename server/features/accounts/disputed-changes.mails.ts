import { disputedChangeRows, disputedChangesTexts } from '#contract/texts/disputed-changes.texts.ts'
import type { DisputedChange } from '#contract/user-settings.ts'
import type { MailContent } from '#server/mail/layout.ts'

/** Part of the mail about a recovered or repaired account: fields that a thief may have changed with it. */
export function disputedChangesBlocks(changes: readonly DisputedChange[]): MailContent['blocks'] {
  if (changes.length === 0) return []
  return [
    { kind: 'heading', text: disputedChangesTexts.title },
    { kind: 'facts', rows: disputedChangeRows(changes) },
    { kind: 'paragraph', text: disputedChangesTexts.hint },
  ]
}
