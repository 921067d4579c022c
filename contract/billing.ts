/** Unbilled work: finished entries on no invoice, by customer, and the drafts created from it. */
import * as z from 'zod/mini'
import { defineEndpoints, page } from './endpoint.ts'
import { id } from './fields.ts'
import { invoice } from './invoices.ts'
import { pageSizeMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { billingList } from './lists.ts'

/** Ids of up to a page of tickets, separated by commas. */
const ticketIds = z
  .string()
  .check(
    z.maxLength(37 * pageSizeMax - 1, { error: 'too_long', abort: true }),
    z.regex(
      /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:,[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/,
      'id.invalid',
    ),
  )

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

/** The work to bill: all of a customer, that of some tickets, or the customer's part of these tickets. */
export const newDrafts = z.strictObject({
  customerId: z.optional(id),
  ticketIds: z.optional(z.array(id).check(z.minLength(1, 'ids.required'), z.maxLength(pageSizeMax, 'too_long'))),
})
export type NewDrafts = z.output<typeof newDrafts>

export const billing = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/billable-work/',
    access: 'admin',
    summary:
      'Customers with finished work on no invoice, the longest waiting first; or those of some tickets, with ids separated by commas.',
    query: listQuery(billingList, { tickets: ticketIds }),
    response: page(billableWork),
  },
  createDrafts: {
    method: 'POST',
    path: '/api/backend/invoice-drafts/',
    access: 'admin',
    summary:
      'Bill work: one draft per customer with all finished entries of a customer or of some tickets that are on no invoice. All drafts are created, or none.',
    body: newDrafts,
    response: z.object({ results: z.array(invoice) }),
    status: 201,
  },
})
