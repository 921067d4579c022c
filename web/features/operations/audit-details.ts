import type { AuditEntry } from '#contract/operations.ts'
import { auditFieldTexts, auditWordTexts, otherField } from '#web/texts/audit-details.ts'
import { jobKindText } from './labels.ts'

/** What is noted beside an action, in German: changed fields, a reason of the portal's own, else a name or a number. */
export function auditDetailsText({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  if (details === '') return ''
  if (action.endsWith('.updated')) {
    const fields = details
      .split(', ')
      .map(name => (Object.hasOwn(auditFieldTexts, name) ? auditFieldTexts[name] : otherField))
    return [...new Set(fields)].join(', ')
  }
  if (action.startsWith('job.')) return jobKindText(details)
  return (Object.hasOwn(auditWordTexts, details) ? auditWordTexts[details] : undefined) ?? details
}
