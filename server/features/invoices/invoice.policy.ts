/** Permissions of an actor on visible invoices. While impersonating, nothing may be changed or downloaded. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Invoice, InvoiceKind, InvoiceState } from '#contract/invoices.ts'
import { type Actor, isAdmin, isImpersonating } from '#server/auth/actor.ts'

const payment: readonly string[] = ['paid', 'paidDate']

/** Why these fields cannot change in this state; null when they can. */
export function invoiceChangeRefusal(
  { state, kind }: { state: InvoiceState; kind: InvoiceKind },
  changed: readonly string[],
): ErrorCode | null {
  if (state === 'draft' && kind !== 'uploaded' && changed.some(name => name !== 'notes')) return 'invoice.written'
  if (kind === 'cancellation') return changed.every(name => name === 'notes') ? null : 'invoice.published'
  switch (state) {
    case 'draft':
      return changed.some(name => payment.includes(name)) ? 'invoice.not_issued' : null
    case 'issued':
      return changed.every(name => name === 'notes' || payment.includes(name)) ? null : 'invoice.published'
    case 'cancelled':
      return changed.every(name => name === 'notes') ? null : 'invoice.published'
  }
}

export function invoicePermissionsOf(
  actor: Actor,
  invoice: {
    state: InvoiceState
    kind: InvoiceKind
    hasPdf: boolean
    hasPdfPassword: boolean
    hasXrechnung: boolean
    /** Whether something of it is paid. */
    hasPayment: boolean
  },
): Invoice['permissions'] {
  const permissions: Invoice['permissions'] = isAdmin(actor) ? changesOf(invoice) : []
  if (isAdmin(actor) && invoice.state === 'draft') permissions.unshift(invoice.kind === 'uploaded' ? 'update' : 'write')
  if (invoice.hasPdf && invoice.kind === 'uploaded' && isAdmin(actor)) permissions.push('setPdfPassword')
  if (canAsk(actor, invoice)) permissions.push('ask')
  if (invoice.hasPdf && !isImpersonating(actor)) permissions.push('download')
  if (invoice.hasPdfPassword && !isImpersonating(actor)) permissions.push('revealPdfPassword')
  const isWritten = invoice.kind !== 'uploaded' && invoice.state !== 'draft'
  if (isWritten && isAdmin(actor)) permissions.push('renewPdfPassword')
  if (isWritten && !isImpersonating(actor)) {
    permissions.push('downloadLocked')
    if (invoice.hasXrechnung) permissions.push('downloadXrechnung')
  }
  return permissions
}

/** Payments of a cancelled invoice can be refunded. */
function changesOf({
  state,
  kind,
  hasPayment,
}: {
  state: InvoiceState
  kind: InvoiceKind
  hasPayment: boolean
}): Invoice['permissions'] {
  if (kind === 'cancellation' || (state === 'cancelled' && !hasPayment)) return ['updateNotes']
  return [...adminPermissions[state]]
}

/** The customer asks, until the invoice is cancelled. */
export function canAsk(actor: Actor, { state, kind }: { state: InvoiceState; kind: InvoiceKind }): boolean {
  return actor.kind === 'user' && !isAdmin(actor) && !isImpersonating(actor) && mayBeAsked({ state, kind })
}

export function mayBeAsked({ state, kind }: { state: InvoiceState; kind: InvoiceKind }): boolean {
  return state === 'issued' && kind !== 'cancellation'
}

const adminPermissions: Readonly<Record<InvoiceState, Invoice['permissions']>> = {
  draft: ['updateNotes', 'publish', 'delete'],
  issued: ['updateNotes', 'markPaid', 'recordPayment', 'cancel'],
  cancelled: ['updateNotes', 'recordPayment'],
}
