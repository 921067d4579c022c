import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { billing } from '#contract/billing.ts'
import { invoiceQuestions } from '#contract/invoice-questions.ts'
import { invoices } from '#contract/invoices.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { writtenInvoices } from '#contract/written-invoices.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

/** Filters of a list of invoices, by the API's names. */
export type InvoiceFilter = ListQueryOf<typeof invoices.list>

export const invoicesQuery = rowsQuery(['invoices', 'list'], loadInvoices)

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

/** Outstanding amounts of one customer or of all visible invoices. */
export function invoiceSummaryQuery(customer?: string) {
  return queryOptions({
    queryKey: ['invoices', 'summary', customer],
    queryFn: ({ signal }) => call(invoices.summary, { query: { customer }, signal }),
  })
}

/** Narrows finished work to some tickets (ids separated by commas) and days. */
export type WorkChoice = Pick<ListQueryOf<typeof invoices.billableEntries>, 'tickets' | 'from' | 'to'>

/** A page of a customer's finished work that is on no invoice. */
export function billableEntriesQuery(customerId: string, page: number, choice: WorkChoice = {}) {
  return queryOptions({
    queryKey: ['invoices', 'billable', customerId, page, choice],
    queryFn: ({ signal }) =>
      call(invoices.billableEntries, {
        params: { id: customerId },
        query: { ...choice, page, page_size: pageSizeMax },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** Customers with billable work, the longest waiting first, optionally limited to one customer, some tickets or days. */
export function billableWorkQuery(filter: ListQueryOf<typeof billing.list>) {
  return queryOptions({
    queryKey: ['invoices', 'billable', 'work', filter],
    queryFn: ({ signal }) => call(billing.list, { query: filter, signal }),
  })
}

/** Questions on invoices, newest first: of a ticket, or with a state. */
export function invoiceQuestionsQuery(filter: { state?: 'open'; ticket?: string; page_size?: number }) {
  return queryOptions({
    queryKey: ['invoices', 'questions', filter],
    queryFn: ({ signal }) => call(invoiceQuestions.list, { query: filter, signal }),
  })
}

/** Fetches the current invoice, bypassing every cache, to resolve a conflict. */
export function getLatestInvoice(id: string) {
  return call(invoices.get, { params: { id } })
}

/** The document of an invoice. */
export function loadPdf(id: string) {
  return call(invoices.downloadPdf, { params: { id } })
}

/** A draft as a PDF, marked as such on each page. */
export function loadDraftPreview(id: string) {
  return call(writtenInvoices.preview, { params: { id } })
}

/** The copy that opens with its password. */
export function loadLockedPdf(id: string) {
  return call(writtenInvoices.lockedPdf, { params: { id } })
}

/** The XML for businesses and public bodies. */
export function loadXrechnung(id: string) {
  return call(writtenInvoices.xrechnung, { params: { id } })
}
