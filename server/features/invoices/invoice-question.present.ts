import type { InvoiceQuestion } from '#contract/invoice-questions.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import type { QuestionRow } from './invoice-question.queries.ts'

export function presentQuestion(actor: Actor, row: QuestionRow): InvoiceQuestion {
  return {
    id: row.id,
    invoice: { id: row.invoice_id, number: row.invoice_number },
    customer: { id: row.customer_id, name: displayNameOf(row) },
    lineId: row.line_id,
    entryId: row.entry_id,
    ticket:
      row.own_ticket_id === null
        ? null
        : { id: row.own_ticket_id, number: row.ticket_number ?? '', name: row.ticket_name ?? '' },
    subject: row.subject,
    text: row.text,
    state: row.state,
    askedBy: row.asked_by,
    createdAt: row.created_at,
    answer: row.answer,
    answeredBy: row.answered_by,
    answeredAt: row.answered_at,
    permissions: isAdmin(actor) && row.state === 'open' ? ['answer'] : [],
  }
}
