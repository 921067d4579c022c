import { isOverdue } from '#contract/invoice-overdue.ts'
import type { Ticket, TicketSummary } from '#contract/tickets.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { eurOf, hoursOf } from '#server/units.ts'
import { ticketPermissionsOf } from './ticket.policy.ts'
import type { FoundTicket, TicketSums } from './ticket.queries.ts'
import { budgetBasisOf } from './ticket-budget.rules.ts'

/** `today` is the date in Berlin: whether an invoice is overdue depends on it. */
export function presentTicket(actor: Actor, { row, invoices }: FoundTicket, today: string): Ticket {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    description: row.description,
    progress: row.progress,
    customer: { id: row.customer_id, name: displayNameOf(row) },
    hourlyRate: eurOf(row.hourly_rate_cents),
    hoursCount: hoursOf(row.minutes),
    total: eurOf(row.total_cents),
    openTotal: eurOf(row.total_cents - row.billed_cents),
    billedTotal: eurOf(row.billed_cents),
    entriesCount: row.entries_count,
    invoices: invoices.flatMap(({ id, number, state, is_paid, due_date }) => {
      if (state !== 'issued' || number === null) return []
      const isPaid = is_paid === 1
      return [{ id, number, isPaid, isOverdue: isOverdue({ state, isPaid, dueDate: due_date }, today) }]
    }),
    invoicePaid: row.invoice_state === 'none' ? null : row.invoice_state,
    invoiceNotes: row.invoice_notes,
    budget: row.budget_cents === null ? null : eurOf(row.budget_cents),
    budgetBasis: budgetBasisOf(row),
    permissions: ticketPermissionsOf(actor, { progress: row.progress, hasInvoicedEntries: invoices.length > 0 }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentTicketSums(sums: TicketSums): TicketSummary {
  return {
    upcomingCount: sums.upcoming_count,
    inProgressCount: sums.in_progress_count,
    hoursThisMonth: hoursOf(sums.month_minutes),
    openTotal: eurOf(sums.open_cents),
    openTicketsCount: sums.open_tickets_count,
    unpaidTotal: eurOf(sums.unpaid_cents),
    unpaidCount: sums.unpaid_count,
  }
}
