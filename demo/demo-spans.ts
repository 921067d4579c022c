import type { Insertable } from 'kysely'
import { billingStepMinutes } from '#contract/limits.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import type { TicketEntryTable } from '#server/database/business-tables.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import type { Random } from './demo-random.ts'
import type { PlannedEntry } from './plan-tickets.ts'

/** Time measured by the admin; the insert adds the user. */
export type DemoSpan = Omit<Insertable<Database['work_span']>, 'user_id'>

/** About every third entry was measured with the timer, a long one in two parts; the billed hours are rounded up. */
export function spansOf(random: Random, entry: PlannedEntry, row: Insertable<TicketEntryTable>): DemoSpan[] {
  const isMeasured = entry.createdBy === 'admin' && entry.type !== 'travel' && random.next() < 0.35
  if (!isMeasured || entry.minutes === 0 || entry.minutes % billingStepMinutes !== 0) return []
  const measuredMs = entry.minutes * minuteMs - random.between(0, billingStepMinutes * 60 - 1) * 1_000
  const parts = entry.minutes > 120 ? [0.6, 0.4] : [1]
  let from = entry.at
  return parts.map(share => {
    const until = from + Math.round(measuredMs * share)
    const span = {
      id: newId(new Date(from), random.next),
      ticket_id: row.ticket_id,
      entry_id: row.id,
      started_at: instantText(new Date(from)),
      stopped_at: instantText(new Date(until)),
    }
    // A break in between.
    from = until + 35 * minuteMs
    return span
  })
}
