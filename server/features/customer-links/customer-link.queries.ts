import type { Kysely, Selectable } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { linkList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { CustomerLinkTable } from '#server/database/business-tables.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'

export type LinkRow = Selectable<CustomerLinkTable>
export const linkPages = prepareList(linkList, {
  table: 'customer_link',
  select: (db: Kysely<Database>) => db.selectFrom('customer_link').selectAll(),
  scope: 'customer_id',
  orderings: { usual: ['customer_id', 'position'] },
  filters: {},
  kept: { list: 'customer_link', filters: [], by: () => ({}) },
})

/** Links in scope: one customer's in their order, or those of all customers one after the other. */
export function listLinks(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof linkList>,
): Promise<ListPage<LinkRow>> {
  return linkPages.read(connection, reachedCustomer(scope, query.customer), query)
}

/** One link in scope; 404 `not_found`. */
export async function getLink(connection: Connection, scope: Scope, id: string): Promise<LinkRow> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}

/** All links of a customer in scope, in their order. */
export async function listLinksOf(connection: Connection, customerId: string): Promise<LinkRow[]> {
  return selectAllOf(connection, { customerId })
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('customer_link').selectAll().where('id', '=', param('id')),
)
const selectAllOf = prepared<{ customerId: string }>()((db, param) =>
  db
    .selectFrom('customer_link')
    .selectAll()
    .where('customer_id', '=', param('customerId'))
    .orderBy('position')
    .orderBy('id'),
)
