import type { TicketEntry } from '#contract/ticket-entries.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'
import { elapsedMs, minuteMs } from '#server/clock.ts'
import { eurOf, hoursOf } from '#server/units.ts'
import { entryPermissionsOf } from './ticket-entry.policy.ts'
import type { FoundEntry, SpanRow } from './ticket-entry.queries.ts'

export function presentEntry(actor: Actor, { row, spans }: FoundEntry): TicketEntry {
  // Drafts are hidden from customers.
  const isInvoiceVisible = isAdmin(actor) || row.invoice_state !== 'draft'
  return {
    id: row.id,
    ticketId: row.ticket_id,
    name: row.name,
    description: row.description,
    type: row.type,
    progress: row.progress,
    quantity: hoursOf(row.minutes),
    measuredHours: measuredHours(spans),
    hourlyRate: eurOf(row.hourly_rate_cents),
    chargedExtra: eurOf(row.extra_cents),
    chargedExtraText: row.extra_text,
    total: eurOf(row.total_cents),
    date: row.date,
    createdBy: row.created_by,
    invoiceId: isInvoiceVisible ? row.invoice_id : null,
    spans: isAdmin(actor) ? spans.map(presentSpan) : [],
    permissions: entryPermissionsOf(actor, { ...row, isMeasured: spans.length > 0 }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Time measured by the timer, before rounding to billed time; a running measurement counts when it is stopped. */
function measuredHours(spans: readonly SpanRow[]): number {
  const ms = spans.reduce(
    (sum, { started_at, stopped_at }) => (stopped_at === null ? sum : sum + elapsedMs(started_at, stopped_at)),
    0,
  )
  return hoursOf(ms / minuteMs)
}

function presentSpan(span: SpanRow): TicketEntry['spans'][number] {
  const userName = [span.first_name, span.last_name].filter(part => part !== '').join(' ') || span.username
  return { startedAt: span.started_at, stoppedAt: span.stopped_at, userName }
}
