import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { billing, type NewDrafts } from '#contract/billing.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { InvoiceContentInput } from '#contract/invoice-lines.ts'
import { invoicePayments, type NewInvoicePayment } from '#contract/invoice-payments.ts'
import { invoicePdfPasswords } from '#contract/invoice-pdf-passwords.ts'
import { type Invoice, type InvoiceWithEntries, invoices } from '#contract/invoices.ts'
import { type InvoiceCancellation, writtenInvoices } from '#contract/written-invoices.ts'
import { call } from '#web/lib/api/api-client.ts'
import { invoiceQuery } from './invoice.query-options.ts'

export type InvoiceChange = BodyInput<typeof invoices.update>
type NewInvoice = BodyInput<typeof invoices.create>
type RecordedPayment = { id: string; payment: NewInvoicePayment; idempotencyKey: string }

export function useCreateInvoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: NewInvoice; idempotencyKey: string }) => call(invoices.create, input),
    onSuccess: created => keepInvoice(client, created),
  })
}

/** Creates invoice drafts of finished work. */
export function useBillWork() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: NewDrafts; idempotencyKey: string }) => call(billing.createDrafts, input),
    onSuccess: () => makeInvoicesStale(client),
  })
}

export function useUpdateInvoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: InvoiceChange }) =>
      call(invoices.update, { params: { id }, body: change, revision }),
    onSuccess: saved => keepInvoice(client, saved),
  })
}

/** Replaces the content of a draft that the portal writes. */
export function useReplaceContent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, body }: { id: string; revision: number; body: InvoiceContentInput }) =>
      call(writtenInvoices.replaceContent, { params: { id }, body, revision }),
    onSuccess: saved => keepInvoice(client, saved),
  })
}

/** Cancels an issued invoice by a document of its own. */
export function useCancelInvoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, body }: { id: string; revision: number; body: InvoiceCancellation }) =>
      call(writtenInvoices.cancel, { params: { id }, body, revision }),
    onSuccess: saved => keepInvoice(client, saved),
  })
}

/** Generates another password for the copies of an issued invoice. */
export function useRenewPdfPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<Invoice, 'id' | 'revision'>) =>
      call(writtenInvoices.renewPassword, { params: { id }, revision }),
    onSuccess: saved => keepInvoice(client, saved),
  })
}

/** Publishes a draft, which gives it a number and cannot be undone. */
export function usePublishInvoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, idempotencyKey }: Pick<Invoice, 'id' | 'revision'> & { idempotencyKey: string }) =>
      call(invoices.publish, { params: { id }, revision, idempotencyKey }),
    onSuccess: published => keepInvoice(client, published),
  })
}

export function useRecordPayment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, payment, idempotencyKey }: RecordedPayment) =>
      call(invoicePayments.create, { params: { id }, body: payment, idempotencyKey }),
    onSuccess: saved => keepInvoice(client, saved),
  })
}

/** Adds the counter entry of a payment. */
export function useReversePayment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason, idempotencyKey }: { id: string; reason: string; idempotencyKey: string }) =>
      call(invoicePayments.reverse, { params: { id }, body: { reason }, idempotencyKey }),
    onSuccess: saved => keepInvoice(client, saved),
  })
}

/** Not a mutation, whose cache would keep the typed password for some minutes. */
export function useSetPdfPassword() {
  const client = useQueryClient()
  return async ({ id, revision }: Pick<Invoice, 'id' | 'revision'>, password: string) =>
    keepInvoice(client, await call(invoicePdfPasswords.set, { params: { id }, body: { password }, revision }))
}

/** Removes the stored password; the PDF keeps the one it has. */
export function useRemovePdfPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<Invoice, 'id' | 'revision'>) =>
      call(invoicePdfPasswords.remove, { params: { id }, revision }),
    onSettled: () => makeInvoicesStale(client),
  })
}

/** Reveals the password of an invoice's PDF, bypassing every cache. */
export async function fetchPdfPassword(id: string, signal: AbortSignal): Promise<string> {
  const { password } = await call(invoicePdfPasswords.reveal, { params: { id }, signal })
  return password
}

export function useDeleteInvoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<Invoice, 'id' | 'revision'>) =>
      call(invoices.delete, { params: { id }, revision }),
    onSuccess: (_, { id }) => makeInvoicesStale(client, id),
  })
}

/** Another user may have changed it: refetches the stored state. */
export function useRefreshInvoices(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => makeInvoicesStale(client)
}

function keepInvoice(client: QueryClient, invoice: InvoiceWithEntries): Promise<unknown> {
  client.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
  return makeInvoicesStale(client, invoice.id)
}

/** Invalidates invoices and the tickets that show them. `freshId` has just been returned by the server or was deleted. */
function makeInvoicesStale(client: QueryClient, freshId?: string): Promise<unknown> {
  const isStale = (key: readonly unknown[]) => freshId === undefined || key[1] !== 'item' || key[2] !== freshId
  void client.invalidateQueries({ queryKey: ['tickets'] })
  return client.invalidateQueries({ queryKey: ['invoices'], predicate: ({ queryKey }) => isStale(queryKey) })
}
