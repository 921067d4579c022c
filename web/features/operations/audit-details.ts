import type { AuditEntry } from '#contract/operations.ts'
import { formatCount, formatDateTime, plural } from '#web/lib/format/format.ts'
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

/** `3 failed, 2 throttled, last <instant>, kim`: attempts, time of the last one, account. Older lines have no time. */
function failedLoginText(details: string): string | undefined {
  const [, failed, throttled, last, whose = ''] =
    /^(\d+) failed, (\d+) throttled, (?:last ([\d:.TZ-]+), )?(.+)$/.exec(details) ?? []
  if (failed === undefined || throttled === undefined) return undefined
  const count = plural(Number(failed) + Number(throttled), texts.one, texts.many)
  const when = last === undefined ? [] : [texts.last(formatDateTime(last))]
  const slowed = throttled === '0' ? [] : [texts.throttled(formatCount(Number(throttled)))]
  return [`${Object.hasOwn(texts.accounts, whose) ? texts.accounts[whose] : whose}: ${count}`, ...slowed, ...when].join(
    ', ',
  )
}

const texts = failedLoginTexts
