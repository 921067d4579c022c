/** Work and revenue of the business over time. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'

/** One calendar month (Europe/Berlin) of work, by the dates of the entries. Amounts are EUR without tax. */
export const workMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  hours: z.number(),
  total: z.number(),
  /** On issued invoices, paid or not. */
  billedTotal: z.number(),
  /** Not invoiced yet. */
  openTotal: z.number(),
})
export type WorkMonth = z.output<typeof workMonth>

/** Totals of one customer. EUR: work without tax, invoices with it. */
export const customerSums = z.object({
  hoursCount: z.number(),
  /** Work without tax; `openTotal` of it is not invoiced yet. */
  total: z.number(),
  openTotal: z.number(),
  /** Issued invoices with tax. */
  paidTotal: z.number(),
  unpaidTotal: z.number(),
})
export type CustomerSums = z.output<typeof customerSums>

export const statistics = defineEndpoints({
  workMonths: {
    method: 'GET',
    path: '/api/backend/work-months/',
    access: 'admin',
    summary: 'Hours and EUR of the last twelve months, this one included, oldest first.',
    response: z.object({ results: z.array(workMonth) }),
  },
  customerSums: {
    method: 'GET',
    path: '/api/backend/customer/{id}/sums/',
    access: 'admin',
    summary: 'Totals of a customer: hours, EUR, invoiced and paid amounts.',
    response: customerSums,
  },
})
