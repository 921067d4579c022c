import type { CustomerExport } from '#contract/customer-exports.ts'
import { type Actor, isImpersonating } from '#server/auth/actor.ts'
import type { ExportRow } from './customer-export.queries.ts'
import { isFetchable } from './customer-export.rules.ts'

/** `now` as stored: an expired export is shown as destroyed. */
export function presentExport(actor: Actor, row: ExportRow, now: string): CustomerExport {
  const isReady = isFetchable(row, now)
  return {
    id: row.id,
    state: row.state === 'ready' && !isReady ? 'expired' : row.state,
    stepsDone: row.steps_done,
    stepsCount: row.steps_count,
    sizeBytes: row.size_bytes,
    askedBy: row.asked_by,
    expiresAt: row.expires_at,
    permissions: isReady && !isImpersonating(actor) ? ['download'] : [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
