/** Billing runs: one draft per customer with the work of a month, and the ready ones issued together (decision 0075). */
import * as z from 'zod/mini'
import { billableWork } from './billing.ts'
import { defineEndpoints } from './endpoint.ts'
import { calendarMonth, id } from './fields.ts'
import { lineGroupings } from './invoice-lines.ts'
import { missingData } from './invoices.ts'
import { billingRunStates, invoiceStates } from './lists.ts'
import { vatCases } from './vat-cases.ts'

const runDraft = z.object({
  invoice: z.object({ id, number: z.nullable(z.string()), state: z.enum(invoiceStates), gross: z.number() }),
  customer: z.object({ id, name: z.string() }),
  /** As of the last check: by the run itself, and before each issue. null: not checked yet. */
  missing: z.nullable(z.array(missingData)),
  /** Why it could not be issued: an error code; empty otherwise. */
  failure: z.string(),
})
export type BillingRunDraft = z.output<typeof runDraft>

export const billingRun = z.object({
  month: z.string(),
  /** `none`: no run has billed the month yet. `idle`: not at work. */
  state: z.enum(billingRunStates),
  /** How many customers or drafts the current or last work had, and how many of them are done. */
  totalCount: z.int(),
  doneCount: z.int(),
  /** Billable work of the month, by customer. */
  waiting: z.array(billableWork),
  /** The invoices that the run has drafted, in the order of their creation. */
  drafts: z.array(runDraft),
})
export type BillingRun = z.output<typeof billingRun>

export const newBillingRun = z.strictObject({
  month: calendarMonth,
  grouping: z.enum(lineGroupings),
  /** Of all lines; null leaves the choice to each draft. */
  vatCase: z.nullable(z.enum(vatCases)),
})
export type NewBillingRun = z.output<typeof newBillingRun>

const ofMonth = z.strictObject({ month: calendarMonth })

export const billingRuns = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/billing-run/',
    access: 'admin',
    summary:
      'The billing run of a month: the customers to bill with their amounts, its drafts, and their missing data.',
    /** This month by default. */
    query: z.strictObject({ month: z.optional(calendarMonth) }),
    response: billingRun,
  },
  start: {
    method: 'POST',
    path: '/api/backend/billing-run/',
    access: 'admin',
    summary:
      'Draft one invoice per customer with the work of a month, and check all drafts of the run. Repeated, it adds only new work.',
    body: newBillingRun,
    response: billingRun,
    status: 202,
  },
  issue: {
    method: 'POST',
    path: '/api/backend/billing-run/publication/',
    access: 'admin',
    summary: 'Issue all drafts of the run that lack nothing, one after the other.',
    body: ofMonth,
    response: billingRun,
    status: 202,
  },
  stop: {
    method: 'POST',
    path: '/api/backend/billing-run/stop/',
    access: 'admin',
    summary: 'Stop the run after the invoice in progress; its drafts and issued invoices remain.',
    body: ofMonth,
    response: billingRun,
  },
})
