import type { Backup } from '#contract/backups.ts'
import type { BackupTable } from '#server/database/schema-backups.ts'

export function presentBackup(row: BackupTable): Backup {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    step: row.step,
    reason: row.reason,
    detail: row.detail,
    file: row.file,
    sizeBytes: row.size_bytes,
    rowsCount: row.rows_count,
    auditLines: row.audit_lines,
    provenAt: row.proven_at,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
  }
}
