/** The hash chain of the audit log: SHA-256 over the hash of the previous line and every field of this one. */
import { hash } from 'node:crypto'
import type { AuditEntryTable } from '#server/database/platform-tables.ts'

/** The previous hash of the first line. */
export const hashOfNothing = '0'.repeat(64)

/** Hash of a line, hex. Canonical: a JSON array of its fields in the order below, which never changes. */
export function auditHash(entry: Omit<AuditEntryTable, 'hash'>): string {
  return hash(
    'sha256',
    JSON.stringify([
      entry.previous_hash,
      entry.seq,
      entry.id,
      entry.at,
      entry.actor_user_id,
      entry.actor_name,
      entry.as_customer_id,
      entry.as_customer_name,
      entry.address,
      entry.action,
      entry.subject_kind,
      entry.subject_id,
      entry.details,
    ]),
  )
}
