import type { AuditEntry, AuditVerdict } from '#contract/operations.ts'
import type { AuditHead, AuditPart } from '#server/audit/verify-audit.ts'
import type { AuditRow } from './audit-log.queries.ts'

/**
 * For a customer: changed fields and revealed passwords, but nothing internal to the business: reasons, notes, network
 * addresses.
 */
export function presentOwnAuditEntry(row: AuditRow): AuditEntry {
  return { ...presentAuditEntry(row), details: ownDetails(row), address: '' }
}

/** The password, invoice, request or ticket. */
const withDetails = [
  'service_credential.revealed',
  'invoice.downloaded',
  'invoice.password_revealed',
  'request.attachment_downloaded',
  'ticket.attachment_downloaded',
]

function ownDetails({ action, details }: AuditRow): string {
  if (withDetails.includes(action)) return details
  const fields = action === 'customer.updated' ? details.split(', ').filter(name => name !== 'note') : []
  return fields.join(', ')
}

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorName: row.actor_name,
    isProgram: row.actor_user_id === null && row.actor_name !== '',
    asCustomerName: row.as_customer_name,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subject: row.subject,
    details: row.details,
    address: row.address,
  }
}

export function presentVerdict({ part, head }: { part: AuditPart; head: AuditHead | null }): AuditVerdict {
  return {
    checkedTo: part.checkedTo,
    brokenAt: part.brokenAtSeq,
    isComplete: part.isComplete,
    head: head && { number: head.seq, hash: head.hash },
  }
}
