/** What an actor may do to an invoice they can see. Looking as a customer, nothing may be changed or taken away. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Invoice, InvoiceState } from '#contract/invoices.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'

const payment: readonly string[] = ['paid', 'paidDate']

/** Why these fields cannot change in this state; null when they can. */
export function invoiceChangeRefusal(state: InvoiceState, changed: readonly string[]): ErrorCode | null {
  switch (state) {
    case 'draft':
      return changed.some(name => payment.includes(name)) ? 'invoice.not_issued' : null
    case 'issued':
      return changed.every(name => name === 'notes' || payment.includes(name)) ? null : 'invoice.published'
    case 'cancelled':
      return changed.every(name => name === 'notes') ? null : 'invoice.published'
  }
}

export function invoicePermissionsOf(actor: Actor, { state }: { state: InvoiceState }): Invoice['permissions'] {
  if (!isAdmin(actor)) return []
  switch (state) {
    case 'draft':
      return ['update', 'updateNotes', 'publish', 'delete']
    case 'issued':
      return ['updateNotes', 'markPaid']
    case 'cancelled':
      return ['updateNotes']
  }
}
