/** One search over everything with a number or a name: customers, tickets and others. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { id } from './fields.ts'
import { searchLengthMax } from './limits.ts'

/** In display order. */
export const searchKinds = [
  'customer',
  'ticket',
  'request',
  'service',
  'invoice',
  'dns_hostname',
  'dns_domain',
] as const
export type SearchKind = (typeof searchKinds)[number]

export const searchHit = z.object({
  id,
  /** `K-1001`, `T-2026-0001`; null where there is none. */
  number: z.nullable(z.string()),
  /** The name; empty where the number is the name (an invoice). */
  title: z.string(),
  /** Its customer; null for a customer itself. */
  customer: z.nullable(z.object({ id, name: z.string() })),
  /**
   * As the noun itself names it: a ticket's progress, a customer's kind, a domain's provider, `none` for an unmonitored
   * service; for an issued invoice `paid`, `unpaid`, `overdue` or `cancellation`.
   */
  state: z.string(),
})
export type SearchHit = z.output<typeof searchHit>

export const searchGroup = z.object({
  kind: z.enum(searchKinds),
  /** The best ones. */
  hits: z.array(searchHit),
  /** There are more; the noun's own list finds them by the same words. */
  hasMore: z.boolean(),
})
export type SearchGroup = z.output<typeof searchGroup>

export const search = defineEndpoints({
  find: {
    method: 'GET',
    path: '/api/backend/search/',
    access: 'customer',
    summary:
      'The best results of each kind in scope; each word begins a word of the row or of its customer. An exact number comes first.',
    query: z.strictObject({
      search: z.optional(z.string().check(z.maxLength(searchLengthMax, 'too_long'))),
      /** Only this customer’s rows. */
      customer: z.optional(id),
    }),
    response: z.object({ groups: z.array(searchGroup) }),
  },
})
