/** The overview of customers. */
import { sql } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { customerList } from '#contract/lists.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { equals, finds, prepareList } from '#server/database/prepared-list.ts'
import { type FoundCustomer, selectCustomers, withRecords } from './customer.queries.ts'

/** Each word of the search starts a word of the customer, or is a part of one. */
export const customerPages = prepareList(customerList, {
  table: 'customer',
  select: selectCustomers,
  scope: 'id',
  orderings: { number: ['number_key'], name: ['name_key'], createdAt: ['created_at'] },
  filters: {
    kind: equals('customer.kind', ({ isCount, isUsual }) => isCount || isUsual),
    // As in the partial index.
    billing: finds(
      'ticket_entry_billable',
      () => sql`customer.erased_at is null and customer.id in (select customer_id from ticket_entry
        where ticket_entry.invoice_id is null and ticket_entry.progress = 'finished'
        group by customer_id having sum(minutes) > 0 or sum(total_cents) > 0)`,
    ),
  },
  kept: { list: 'customer', filters: ['kind'], by: ({ kind }) => ({ kind }) },
})

/** Customers in scope, by name unless ordered otherwise, with their users. */
export async function listCustomers(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof customerList>,
): Promise<{ count: number; results: FoundCustomer[] }> {
  if (scope.customers === 'none') return { count: 0, results: [] }
  const { count, rows } = await customerPages.read(connection, reachedCustomer(scope, undefined), query)
  return { count, results: await withRecords(connection, rows) }
}
