/** Unbilled work: finished entries on no invoice, by customer, and the drafts created from it. */
import * as z from 'zod/mini'
import { defineEndpoints, page } from './endpoint.ts'
import { id, idsOfPage, optionalDate } from './fields.ts'
import { lineGroupings } from './invoice-lines.ts'
import { invoice } from './invoices.ts'
import { invoiceEntriesMax, pageSizeMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { billingList } from './lists.ts'

/** The work one customer can be billed for now. */
export const billableWork = z.object({
  customer: z.object({ id, name: z.string() }),
  entriesCount: z.int(),
  hoursCount: z.number(),
  /** EUR, net. */
  total: z.number(),
  /** The day of the oldest entry. */
  since: z.string(),
})
export type BillableWork = z.output<typeof billableWork>

/** Whether the document is made elsewhere and uploaded, or written by the portal. */
export const invoiceForms = ['uploaded', 'written'] as const

/**
 * The work to bill: all work of a customer, of some tickets, or of the customer in these tickets; or exactly these
 * entries. `from` and `to` restrict it to these days.
 */
export const newDrafts = z.strictObject({
  customerId: z.optional(id),
  ticketIds: z.optional(z.array(id).check(z.minLength(1, 'ids.required'), z.maxLength(pageSizeMax, 'too_long'))),
  /** Empty: a draft without work for this customer. */
  entryIds: z.optional(z.array(id).check(z.maxLength(invoiceEntriesMax, 'too_long'))),
  from: z.optional(optionalDate),
  to: z.optional(optionalDate),
  /** `uploaded` by default. */
  form: z.optional(z.enum(invoiceForms)),
  /** For the lines of a written invoice; `entry` by default. */
  grouping: z.optional(z.enum(lineGroupings)),
})
export type NewDrafts = z.output<typeof newDrafts>

export const billing = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/billable-work/',
    access: 'admin',
    summary:
      'Customers with finished work on no invoice, the longest waiting first; or those of some tickets, with ids separated by commas. With `from` and `to` the work of these days.',
    query: listQuery(billingList, { tickets: idsOfPage }),
    response: page(billableWork),
  },
  createDrafts: {
    method: 'POST',
    path: '/api/backend/invoice-drafts/',
    access: 'admin',
    summary:
      'Bill work: one draft per customer with the finished entries on no invoice of a customer, of some tickets, of some days, or exactly those named. All drafts are created, or none.',
    body: newDrafts,
    response: z.object({ results: z.array(invoice) }),
    status: 201,
  },
})
