/** German labels of the program's own codes. A code of a newer server never crashes. */

import type { AuditEntry } from '#contract/operations.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'

export const mailLooks: StateLooks<keyof typeof operationTexts.outbox.states> = {
  looks: { sent: ['green', 'check'], waiting: ['amber', 'clock'], failed: ['red', 'exclamation'] },
  text: state => wordOf(operationTexts.outbox.states, state) ?? operationTexts.outbox.unknownState,
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

/** The actor: a person by name, the portal by its role. */
export function auditActorText({ actorName, isProgram }: Pick<AuditEntry, 'actorName' | 'isProgram'>): string {
  if (isProgram) return wordOf(operationTexts.audit.programs, actorName) ?? operationTexts.audit.program
  return actorName || operationTexts.audit.visitor
}

/** A line's subject with its parent; empty if unknown. */
export function auditSubjectText({ subject, subjectKind }: Pick<AuditEntry, 'subject' | 'subjectKind'>): string {
  if (!subject) return ''
  const name = subject.name || (subjectKind === 'invoice' ? operationTexts.audit.draft : '')
  return [name, subject.of].filter(part => part !== '').join(' · ')
}

/** Whether a line's subject has been deleted since. A line about the deletion itself need not repeat it. */
export function isSubjectGone({ action, subject, subjectKind, subjectId }: AuditEntry): boolean {
  if (subjectId === '' || namelessKinds.has(subjectKind) || goneActions.test(action)) return false
  // An existing entry is named with its ticket; a deleted one links to the ticket and uses its name.
  if (subjectKind === 'ticket_entry' && subject?.of === '') return true
  return subject === null || (subject.page === null && subjectKind !== 'file')
}

const namelessKinds: ReadonlySet<string> = new Set(['business_profile', 'job', 'login_policy'])
const goneActions = /\.(?:deleted|erased|destroyed|removed)$/
