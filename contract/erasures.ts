/**
 * Deletion of a customer's account (GDPR, article 17): requested, waiting two weeks, then everything is destroyed
 * except legally retained data.
 */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { calendarDate, id, instant } from './fields.ts'

/** Obstacles: unpaid invoices, or the business's own account. */
export const erasureObstacles = ['unpaid_invoices', 'own_business'] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]

const retainedInvoice = z.object({
  id,
  number: z.string(),
  issueDate: calendarDate,
  /** The last day it is kept. */
  keptUntil: calendarDate,
  /** Name and address as they were, line by line. */
  recipient: z.string(),
})

export const erasure = z.object({
  /** `none`: not requested, or withdrawn. `running`: has begun, too late to withdraw. */
  state: z.enum(['none', 'waiting', 'running', 'done']),
  askedBy: z.nullable(z.enum(['customer', 'admin'])),
  askedAt: z.nullable(instant),
  /** When everything is destroyed; not before this. */
  dueAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  /** The text to type for confirmation: the customer's number. */
  confirmation: z.string(),
  obstacles: z.array(z.enum(erasureObstacles)),
  /** Open items, for the decision. */
  openTicketsCount: z.int(),
  unbilledEntriesCount: z.int(),
  /** Retained invoices, and the last day of the last of them. */
  keptInvoicesCount: z.int(),
  keptUntil: z.nullable(calendarDate),
  /** Present for admins only, once it is done. */
  retainedInvoices: z.optional(z.array(retainedInvoice)),
  permissions: z.array(z.enum(['ask', 'withdraw'])),
})
export type Erasure = z.output<typeof erasure>

export const erasures = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/customer/{id}/erasure/',
    access: 'customer',
    summary: 'Whether a customer’s account will be deleted, obstacles, and retained data.',
    response: erasure,
  },
  ask: {
    method: 'POST',
    path: '/api/backend/customer/{id}/erasure/',
    access: 'customer',
    summary: 'Delete the account in two weeks. Requires the customer’s number.',
    body: z.strictObject({ confirmation: z._default(z.string().check(z.trim(), z.maxLength(50, 'too_long')), '') }),
    response: erasure,
    stepUp: 'always',
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/backend/customer/{id}/erasure/',
    access: 'customer',
    summary: 'Cancel the deletion.',
    response: erasure,
    withoutStepUp: 'keeps what would go',
  },
})
