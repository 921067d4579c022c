import type { AuditEntry } from '#contract/operations.ts'
import { formatCount, plural } from '#web/lib/format/format.ts'
import { auditFieldTexts, auditWordTexts, failedLoginTexts, otherField } from '#web/texts/audit-details.texts.ts'
import { jobKindText } from './operations.labels.ts'

/** The details of an action in German: changed fields, one of the portal's reasons, otherwise a name or a number. */
export function auditDetailsText({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  if (details === '') return ''
  if (action.endsWith('.updated')) {
    const fields = details
      .split(', ')
      .map(name => (Object.hasOwn(auditFieldTexts, name) ? auditFieldTexts[name] : otherField))
    return [...new Set(fields)].join(', ')
  }
  if (action === 'session.login_failed') return failedLoginText(details) ?? details
  if (action.startsWith('job.')) return jobKindText(details)
  return (Object.hasOwn(auditWordTexts, details) ? auditWordTexts[details] : undefined) ?? details
}

/** `3 failed, 2 throttled, kim`: number of attempts and account. */
function failedLoginText(details: string): string | undefined {
  const [, failed, throttled, whose = ''] = /^(\d+) failed, (\d+) throttled, (.+)$/.exec(details) ?? []
  if (failed === undefined || throttled === undefined) return undefined
  const count = plural(Number(failed) + Number(throttled), texts.one, texts.many)
  const slowed = throttled === '0' ? [] : [texts.throttled(formatCount(Number(throttled)))]
  return [`${Object.hasOwn(texts.accounts, whose) ? texts.accounts[whose] : whose}: ${count}`, ...slowed].join(', ')
}

const texts = failedLoginTexts
