/** Impersonations by admins: who, which customer, why, and for how long. */
import * as z from 'zod/mini'
import { defineEndpoints, page, pageQuery } from './endpoint.ts'
import { id, instant } from './fields.ts'

export const impersonationRecord = z.object({
  id,
  customerId: id,
  customerName: z.string(),
  viewerName: z.string(),
  /** May be empty. */
  reason: z.string(),
  startedAt: instant,
  /** null while it lasts. */
  endedAt: z.nullable(instant),
  /** `view`: the customer still exists. */
  permissions: z.array(z.enum(['view'])),
})
export type ImpersonationRecord = z.output<typeof impersonationRecord>

export const impersonations = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/admin/as-user-views/',
    access: 'admin',
    summary: 'Impersonations, newest first.',
    query: pageQuery,
    response: page(impersonationRecord),
  },
})
