import type { ImpersonationRecord } from '#contract/impersonations.ts'
import { erasedNames } from '#contract/texts/erasures.texts.ts'
import type { ImpersonationRow } from './impersonation.queries.ts'
import { impersonationEnd } from './impersonation.rules.ts'

export function presentImpersonation(row: ImpersonationRow, now: Date): ImpersonationRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customer_name ?? erasedNames.customer,
    viewerName: row.viewer_name ?? erasedNames.user,
    reason: row.reason,
    startedAt: row.started_at,
    endedAt: impersonationEnd(row.started_at, row.ended_at, now),
    permissions: row.customer_name === null ? [] : ['view'],
  }
}
