import type { AsUserView } from '#contract/as-user-views.ts'
import { erasedNames } from '#contract/texts/erasures.texts.ts'
import type { ViewRow } from './as-user-view.queries.ts'
import { viewEnd } from './as-user-view.rules.ts'

export function presentView(row: ViewRow, now: Date): AsUserView {
  return {
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customer_name ?? erasedNames.customer,
    viewerName: row.viewer_name ?? erasedNames.user,
    reason: row.reason,
    startedAt: row.started_at,
    endedAt: viewEnd(row.started_at, row.ended_at, now),
    permissions: row.customer_name === null ? [] : ['view'],
  }
}
