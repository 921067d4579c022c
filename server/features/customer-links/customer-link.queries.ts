import type { Kysely, Selectable } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { CustomerLinkTable } from '#server/database/business-tables.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'

export type LinkRow = Selectable<CustomerLinkTable>
export type LinkListVariant = { isOfOne: boolean }
type LinkFilter = { page: number; page_size: number; customer?: string | undefined }
type FilterParams = { customerId: string }
type PageParams = FilterParams & { limit: number; offset: number }

/** Links in scope: one customer's in their order, or those of all customers one after the other. */
export async function listLinks(
  connection: Connection,
  scope: Scope,
  filter: LinkFilter,
): Promise<{ count: number; results: LinkRow[] }> {
  const customerId = customerOf(scope, filter.customer)
  if (customerId === 'nobody') return { count: 0, results: [] }
  const variant = { isOfOne: customerId !== null }
  const params = { customerId: customerId ?? '' }
  const offset = (filter.page - 1) * filter.page_size
  const results = await selectPage(connection, variant, { ...params, limit: filter.page_size, offset })
  const isLastPage = results.length < filter.page_size && (results.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + results.length, results }
  if (customerId === null) return { count: await countRows(connection, 'customer_link', {}), results }
  const [total] = await selectCount(connection, variant, params)
  return { count: total?.count ?? 0, results }
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

/** The customer filter; null for all. */
export function customerOf(scope: Scope, asked: string | undefined): string | 'nobody' | null {
  const own = scopedCustomerId(scope)
  if (own === null || asked === undefined) return asked ?? own
  return own === asked ? own : 'nobody'
}

/** The statements of a list; exported so that the query plans of all variants can be checked. */
export function linkPage({ isOfOne }: LinkListVariant, db: Kysely<Database>, param: Param<PageParams>) {
  return db
    .selectFrom('customer_link')
    .selectAll()
    .$if(isOfOne, query => query.where('customer_id', '=', param('customerId')))
    .orderBy('customer_id')
    .orderBy('position')
    .orderBy('id')
    .limit(param('limit'))
    .offset(param('offset'))
}

/** The number of links of one customer. */
export function linkCount(_: LinkListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('customer_link')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', param('customerId'))
}

const selectPage = preparedVariants<LinkListVariant, PageParams>()(linkPage)
const selectCount = preparedVariants<LinkListVariant, FilterParams>()(linkCount)
const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('customer_link').selectAll().where('id', '=', param('id')),
)
const selectAllOf = prepared<FilterParams>()((db, param) =>
  db
    .selectFrom('customer_link')
    .selectAll()
    .where('customer_id', '=', param('customerId'))
    .orderBy('position')
    .orderBy('id'),
)
