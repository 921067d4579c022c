/** The German words of what the program itself names. A word of a newer server is never a crash. */
import { type AuditEntry, mailStates } from '#contract/operations.ts'
import type { Choice } from '#web/components/native-select.tsx'
import { operationTexts } from '#web/texts/operations.ts'

export const mailStateChoices: readonly Choice[] = mailStates.map(value => ({
  value,
  label: operationTexts.outbox.states[value],
}))

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

function wordOf(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined
}
