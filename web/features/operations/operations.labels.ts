/** The German words of what the program itself names. A word of a newer server is never a crash. */

import type { AuditEntry } from '#contract/operations.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'

export function mailStateText(state: string): string | undefined {
  return wordOf(operationTexts.outbox.states, state)
}

export function mailKindText(kind: string): string {
  return wordOf(operationTexts.outbox.kinds, kind) ?? kind
}

export function jobKindText(kind: string): string {
  return wordOf(operationTexts.jobs.kinds, kind) ?? operationTexts.jobs.unknownKind
}

export function auditActionText(action: string): string {
  return wordOf(operationTexts.audit.actions, action) ?? operationTexts.audit.unknownAction
}

/** Who did it: a person by name, the portal by what it did it as. */
export function auditActorText({ actorName, isProgram }: Pick<AuditEntry, 'actorName' | 'isProgram'>): string {
  if (isProgram) return wordOf(operationTexts.audit.programs, actorName) ?? operationTexts.audit.program
  return actorName || operationTexts.audit.visitor
}

/** What a line is about, with what that is a part of; empty where nothing is known of it. */
export function auditSubjectText({ subject, subjectKind }: Pick<AuditEntry, 'subject' | 'subjectKind'>): string {
  if (!subject) return ''
  const name = subject.name || (subjectKind === 'invoice' ? operationTexts.audit.draft : '')
  return [name, subject.of].filter(part => part !== '').join(' · ')
}

/** Whether what a line is about has gone since; one that says itself that it went need not say it twice. */
export function isSubjectGone({ action, subject, subjectKind, subjectId }: AuditEntry): boolean {
  if (subjectId === '' || namelessKinds.has(subjectKind) || goneActions.test(action)) return false
  // An entry that is there is named with its ticket; one that is gone leads to the ticket and has that one's name.
  if (subjectKind === 'ticket_entry' && subject?.of === '') return true
  return subject === null || (subject.page === null && subjectKind !== 'file')
}

const namelessKinds: ReadonlySet<string> = new Set(['business_profile', 'job', 'login_policy'])
const goneActions = /\.(?:deleted|erased|destroyed|removed)$/

function wordOf(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined
}
