import type { AuditEntry, AuditVerdict } from '#contract/operations.ts'
import type { AuditHead, AuditPart } from '#server/audit/verify.ts'
import type { AuditEntryTable } from '#server/database/schema.ts'

/** For a customer: which fields were changed, but nothing that is the business's own: reasons, notes, network addresses. */
export function presentOwnAuditEntry(row: AuditEntryTable): AuditEntry {
  const fields = row.action === 'customer.updated' ? row.details.split(', ').filter(name => name !== 'note') : []
  return { ...presentAuditEntry(row), details: fields.join(', '), address: '' }
}

export function presentAuditEntry(row: AuditEntryTable): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorName: row.actor_name,
    isProgram: row.actor_user_id === null && row.actor_name !== '',
    asCustomerName: row.as_customer_name,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
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
