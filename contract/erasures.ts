/** The end of a customer's account (GDPR, article 17): asked for, waiting two weeks, then everything goes that no law has kept. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { calendarDate, id, instant } from './fields.ts'

/** What is in the way: money that is owed, or that the account is the business's own. */
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
  /** `none`: nobody has asked, or it was withdrawn. */
  state: z.enum(['none', 'waiting', 'done']),
  askedBy: z.nullable(z.enum(['customer', 'admin'])),
  askedAt: z.nullable(instant),
  /** When everything is destroyed; not before this. */
  dueAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  /** What has to be typed to confirm: the customer's number. */
  confirmation: z.string(),
  obstacles: z.array(z.enum(erasureObstacles)),
  /** What is still open, for whoever decides. */
  openTicketsCount: z.int(),
  unbilledEntriesCount: z.int(),
  /** Invoices that have to be kept, and the last day of the last of them. */
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
    summary: 'Whether a customer’s account is to be deleted, what is in the way, and what has to be kept.',
    response: erasure,
  },
  ask: {
    method: 'POST',
    path: '/api/backend/customer/{id}/erasure/',
    access: 'customer',
    summary: 'Have the account deleted in two weeks. Demands the customer’s number.',
    body: z.strictObject({ confirmation: z._default(z.string().check(z.trim(), z.maxLength(50, 'too_long')), '') }),
    response: erasure,
    stepUp: 'always',
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/backend/customer/{id}/erasure/',
    access: 'customer',
    summary: 'Keep the account after all.',
    response: erasure,
    withoutStepUp: 'keeps what would go',
  },
})
