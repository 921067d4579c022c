/** The entries of one ticket or of all in scope. */
import type { ListQuery } from '#contract/list-query.ts'
import { entryList } from '#contract/lists.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import { type FoundEntry, selectEntries, withSpansOf } from './ticket-entry.queries.ts'

/** The entries of a ticket all belong to one customer. */
export const entryPages = prepareList(entryList, {
  table: 'ticket_entry',
  select: selectEntries,
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('ticket'),
  // Ids are in the order of creation.
  orderings: { date: ['date'], createdAt: [] },
  filters: {
    ticket: equals('ticket_entry.ticket_id', () => true),
    progress: equals('ticket_entry.progress', ({ isUsual, has }) => isUsual && !has('ticket')),
  },
  kept: { list: 'ticket_entry', filters: ['progress'], by: ({ progress }) => ({ progress }) },
})

/** Entries in scope with their measured spans. */
export async function listEntries(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof entryList>,
): Promise<{ count: number; results: FoundEntry[] }> {
  const { count, rows } = await entryPages.read(connection, reachedCustomer(scope, undefined), query)
  return { count, results: await withSpansOf(connection, rows) }
}
