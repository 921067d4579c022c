/** The overview of customers. */
import type { ListQuery } from '#contract/list-query.ts'
import { customerList } from '#contract/lists.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import { type FoundCustomer, selectCustomers, withUsers } from './customer.queries.ts'

/** Each word of the search starts a word of the customer, or is a part of one. */
export const customerPages = prepareList(customerList, {
  table: 'customer',
  select: selectCustomers,
  scope: 'id',
  orderings: { number: ['number_key'], name: ['name_key'], createdAt: ['created_at'] },
  filters: {
    kind: equals('customer.kind', ({ isCount, isUsual }) => isCount || isUsual),
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
  return { count, results: await withUsers(connection, rows) }
}
