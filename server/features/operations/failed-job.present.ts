import type { FailedJob } from '#contract/operations.ts'
import type { JobTable } from '#server/database/platform-tables.ts'

/** Without its payload: that may hold an address or a name. */
export function presentFailedJob(row: JobTable): FailedJob {
  return {
    id: row.id,
    kind: row.kind,
    attempts: row.attempts,
    lastError: row.last_error,
    failedAt: row.updated_at,
    createdAt: row.created_at,
  }
}
