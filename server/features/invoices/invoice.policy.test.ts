import { describe, expect, it } from 'vitest'
import type { InvoiceKind } from '#contract/invoices.ts'
import { invoiceStates } from '#contract/lists.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { invoiceChangeRefusal, invoicePermissionsOf } from './invoice.policy.ts'

/** Without files and payments. */
const uploaded = {
  kind: 'uploaded',
  hasPdf: false,
  hasPdfPassword: false,
  hasXrechnung: false,
  hasPayment: false,
} as const

describe('an invoice', () => {
  it.each([
    { state: 'draft', changed: ['number', 'net', 'notes', 'entryIds'], refusal: null },
    { state: 'draft', changed: ['number', 'paid'], refusal: 'invoice.not_issued' },
    { state: 'draft', changed: ['paidDate'], refusal: 'invoice.not_issued' },
    { state: 'issued', changed: ['notes'], refusal: null },
    { state: 'issued', changed: ['paid', 'paidDate', 'notes'], refusal: null },
    { state: 'issued', changed: ['notes', 'gross'], refusal: 'invoice.published' },
    { state: 'issued', changed: ['entryIds'], refusal: 'invoice.published' },
    { state: 'cancelled', changed: ['notes'], refusal: null },
    { state: 'cancelled', changed: ['paid'], refusal: 'invoice.published' },
    { state: 'cancelled', changed: ['notes', 'paid'], refusal: 'invoice.published' },
  ] as const)('that is $state may change in $changed: $refusal', ({ state, changed, refusal }) => {
    expect(invoiceChangeRefusal({ state, kind: 'uploaded' }, changed)).toBe(refusal)
  })

  it.each([
    { state: 'draft', permissions: ['update', 'updateNotes', 'publish', 'delete'] },
    { state: 'issued', permissions: ['updateNotes', 'markPaid', 'recordPayment', 'cancel'] },
    { state: 'cancelled', permissions: ['updateNotes', 'recordPayment'] },
  ] as const)('that is $state lets an admin $permissions', ({ state, permissions }) => {
    const bare = { ...uploaded, state, hasPayment: true }
    expect(invoicePermissionsOf(adminActor, bare)).toEqual(permissions)
    const withPdf = [...permissions, 'setPdfPassword', 'download']
    expect(invoicePermissionsOf(adminActor, { ...bare, hasPdf: true })).toEqual(withPdf)
    const locked = { ...bare, hasPdf: true, hasPdfPassword: true }
    expect(invoicePermissionsOf(adminActor, locked)).toEqual([...withPdf, 'revealPdfPassword'])
  })

  it('that the portal writes changes only in notes here, and takes no password of a PDF', () => {
    const draft = { state: 'draft', kind: 'written' } as const
    expect(invoiceChangeRefusal(draft, ['notes'])).toBeNull()
    for (const name of ['number', 'net', 'entryIds', 'customerId']) {
      expect(invoiceChangeRefusal(draft, ['notes', name])).toBe('invoice.written')
    }
    const permissions = invoicePermissionsOf(adminActor, { ...uploaded, ...draft })
    expect(permissions).toEqual(['write', 'updateNotes', 'publish', 'delete'])
    const issued = { ...uploaded, state: 'issued', kind: 'written', hasPdf: true, hasPdfPassword: true } as const
    expect(invoicePermissionsOf(adminActor, issued)).not.toContain('setPdfPassword')
  })

  it('that is cancelled takes refunds of its payments, and a cancellation takes nothing', () => {
    const permissionsOf = (kind: InvoiceKind, hasPayment: boolean) =>
      invoicePermissionsOf(adminActor, { ...uploaded, state: 'cancelled', kind, hasPayment })
    expect(permissionsOf('uploaded', true)).toContain('recordPayment')
    expect(permissionsOf('uploaded', false)).not.toContain('recordPayment')
    expect(permissionsOf('cancellation', true)).not.toContain('recordPayment')
  })

  it('cannot be changed by a customer or an impersonating admin, who sees no password either', () => {
    for (const state of invoiceStates) {
      const bare = { ...uploaded, state, hasPayment: true }
      const locked = { ...bare, hasPdf: true, hasPdfPassword: true }
      const asks = state === 'issued' ? (['ask'] as const) : []
      expect(invoicePermissionsOf(customerActor, { ...bare, hasPdf: true })).toEqual([...asks, 'download'])
      expect(invoicePermissionsOf(customerActor, locked)).toEqual([...asks, 'download', 'revealPdfPassword'])
      expect(invoicePermissionsOf(customerActor, bare)).toEqual(asks)
      expect(invoicePermissionsOf(adminActor, bare)).not.toContain('ask')
      expect(invoicePermissionsOf(impersonatingActor, locked)).toEqual([])
    }
  })
})
