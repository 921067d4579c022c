import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { billing } from '#contract/billing.ts'
import { type InvoiceQuery, invoices } from '#contract/invoices.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { call } from '#web/lib/api/api-client.ts'

/** What a list of invoices is narrowed to, as the API names it. */
export type InvoiceFilter = { [Name in keyof InvoiceQuery]?: InvoiceQuery[Name] | undefined }

export function invoicesQuery(filter: InvoiceFilter) {
  return queryOptions({
    queryKey: ['invoices', 'list', filter],
    queryFn: ({ signal }) => loadInvoices(filter, signal),
    placeholderData: keepPreviousData,
  })
}

/** A page of invoices. */
export function loadInvoices(filter: InvoiceFilter, signal: AbortSignal) {
  return call(invoices.list, { query: filter, signal })
}

export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: ['invoices', 'item', id],
    queryFn: ({ signal }) => call(invoices.get, { params: { id }, signal }),
  })
}

/** What is owed: by one customer, or by all in reach. */
export function invoiceSummaryQuery(customer?: string) {
  return queryOptions({
    queryKey: ['invoices', 'summary', customer],
    queryFn: ({ signal }) => call(invoices.summary, { query: { customer }, signal }),
  })
}

/** Finished work of a customer that stands on no invoice, a page of as many as there may be. */
export function billableEntriesQuery(customerId: string, page: number) {
  return queryOptions({
    queryKey: ['invoices', 'billable', customerId, page],
    queryFn: ({ signal }) =>
      call(invoices.billableEntries, {
        params: { id: customerId },
        query: { page, page_size: pageSizeMax },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** The customers who can be billed now, the longest waiting first; or whether one customer can, or any of some tickets. */
export function billableWorkQuery(filter: { customer?: string; tickets?: string; page_size?: number }) {
  return queryOptions({
    queryKey: ['invoices', 'billable', 'work', filter],
    queryFn: ({ signal }) => call(billing.list, { query: filter, signal }),
  })
}

/** The invoice as it is now, past every cache: to settle a conflict. */
export function getLatestInvoice(id: string) {
  return call(invoices.get, { params: { id } })
}

/** The document of an invoice. */
export function loadPdf(id: string) {
  return call(invoices.downloadPdf, { params: { id } })
}
