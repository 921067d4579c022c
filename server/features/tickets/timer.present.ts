import type { Timer } from '#contract/timers.ts'
import type { TimerRow } from './timer.queries.ts'

export function presentTimer(row: TimerRow): Timer {
  return {
    id: row.id,
    ticket: { id: row.ticket_id, number: row.ticket_number, name: row.ticket_name },
    entryId: row.entry_id,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
  }
}
