import { expressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { CustomerKind } from '#contract/customers.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { unindexed } from '#server/database/engine.ts'
import {
  listPage,
  onlyCount,
  type PageParams,
  searchedWords,
  type WordParams,
  withWords,
} from '#server/database/list-page.ts'
import type { Param } from '#server/database/prepared.ts'
import { preparedByIds, preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'

type Counts = {
  tickets_count: number
  requests_count: number
  invoices_count: number
  services_count: number
  users_count: number
}
type CustomerRow = Selectable<CustomerTable> & Counts
export type CustomerUser = { id: string; customer_id: string | null; username: string; is_active: 0 | 1 }
export type FoundCustomer = { row: CustomerRow; users: CustomerUser[] }

const orderings = {
  number: ['number_key', 'asc'],
  '-number': ['number_key', 'desc'],
  name: ['name_key', 'asc'],
  '-name': ['name_key', 'desc'],
  createdAt: ['created_at', 'asc'],
  '-createdAt': ['created_at', 'desc'],
} as const

export type CustomerOrdering = keyof typeof orderings
export type CustomerFilter = {
  page: number
  page_size: number
  search?: string | undefined
  kind?: CustomerKind | undefined
  ordering?: CustomerOrdering | undefined
}

export type CustomerListVariant = { isScoped: boolean; hasKind: boolean; words: number; ordering: CustomerOrdering }
type FilterParams = WordParams & { customerId: string; kind: CustomerKind }

/** The display name in lists: the company, else first and last name. */
export function displayNameOf({
  company,
  first_name,
  last_name,
}: Pick<CustomerRow, 'company' | 'first_name' | 'last_name'>): string {
  return company || [first_name, last_name].filter(part => part !== '').join(' ')
}

/** Customers in scope, by name unless ordered otherwise. Every word of the search begins a word of the customer. */
export async function listCustomers(
  connection: Connection,
  scope: Scope,
  filter: CustomerFilter,
): Promise<{ count: number; results: FoundCustomer[] }> {
  if (scope.customers === 'none') return { count: 0, results: [] }
  const words = searchedWords(filter.search)
  if (!words) return { count: 0, results: [] }
  const variant = {
    isScoped: scope.customers !== 'all',
    hasKind: filter.kind !== undefined,
    words: words.count,
    ordering: filter.ordering ?? 'name',
  }
  const params: FilterParams = {
    customerId: scopedCustomerId(scope) ?? '',
    kind: filter.kind ?? 'private',
    ...words.params,
  }
  const { count, rows } = await listPage(
    filter,
    page => selectPage(connection, variant, { ...params, ...page }),
    () => countCustomers(connection, variant, params),
  )
  return { count, results: await withUsers(connection, rows) }
}

/** One customer in scope; 404 `not_found`. */
export async function getCustomer(connection: Connection, scope: Scope, id: string): Promise<FoundCustomer> {
  const [row] = isInScope(scope, id) ? await selectOne(connection, [id]) : []
  const [found] = row ? await withUsers(connection, [row]) : []
  if (found === undefined) throw new AppError('not_found')
  return found
}

async function countCustomers(connection: Connection, variant: CustomerListVariant, params: FilterParams) {
  if (!variant.isScoped && variant.words === 0) {
    return countRows(connection, 'customer', { kind: variant.hasKind ? params.kind : undefined })
  }
  return onlyCount(selectCount(connection, variant, params))
}

function isInScope({ customers }: Scope, id: string): boolean {
  return customers === 'all' || (customers !== 'none' && customers.id === id)
}

async function withUsers(connection: Connection, rows: CustomerRow[]): Promise<FoundCustomer[]> {
  const users = await selectUsers(
    connection,
    rows.filter(row => row.users_count > 0).map(row => row.id),
  )
  return rows.map(row => ({ row, users: users.filter(user => user.customer_id === row.id) }))
}

/** The statements of a list; exported so that the query plans of all variants can be checked. */
export function customerPage(
  variant: CustomerListVariant,
  db: Kysely<Database>,
  param: Param<PageParams<FilterParams>>,
) {
  const [column, direction] = orderings[variant.ordering]
  return selectCustomers(db)
    .where(conditions(variant, param, 'walks'))
    .orderBy(`customer.${column}`, direction)
    .orderBy('customer.id', direction)
    .limit(param('limit'))
    .offset(param('offset'))
}

export function customerCount(variant: CustomerListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('customer')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param, 'seeks'))
}

const selectPage = preparedVariants<CustomerListVariant, PageParams<FilterParams>>()(customerPage)
const selectCount = preparedVariants<CustomerListVariant, FilterParams>()(customerCount)
const selectOne = preparedByIds()((db, ids) => selectCustomers(db).where('customer.id', 'in', ids))
const selectUsers = preparedByIds()((db, ids) =>
  db
    .selectFrom('user_account')
    .select(['id', 'customer_id', 'username', 'is_active'])
    .where('customer_id', 'in', ids)
    .orderBy('customer_id')
    .orderBy('username_key'),
)

const rows = sql<number>`count(*)`.as('count')

/** As the triggers keep it (row-counts.ts). */
const countTickets = sql<number>`(select coalesce(sum("count"), 0) from row_count
  where list = 'ticket_of_customer' and key >= customer.id || ' ' and key < customer.id || '!')`

/** Also an empty collection keeps its customer. */
const countServices = sql<number>`
  (select count(*) from service where service.customer_id = customer.id)
  + (select count(*) from service_collection where service_collection.customer_id = customer.id)`

function selectCustomers(db: Kysely<Database>) {
  return db
    .selectFrom('customer')
    .selectAll('customer')
    .select(eb => [
      countTickets.as('tickets_count'),
      eb
        .selectFrom('request')
        .select(rows)
        .whereRef('request.customer_id', '=', 'customer.id')
        .$asScalar()
        .$notNull()
        .as('requests_count'),
      eb
        .selectFrom('invoice')
        .select(rows)
        .whereRef('invoice.customer_id', '=', 'customer.id')
        .$asScalar()
        .$notNull()
        .as('invoices_count'),
      countServices.as('services_count'),
      eb
        .selectFrom('user_account')
        .select(rows)
        .whereRef('user_account.customer_id', '=', 'customer.id')
        .$asScalar()
        .$notNull()
        .as('users_count'),
    ])
}

/** A list walks an index in its order and filters on the way, where the filter has none of its own; a count seeks. */
function conditions(variant: CustomerListVariant, param: Param<FilterParams>, use: 'walks' | 'seeks') {
  const eb = expressionBuilder<Database, 'customer'>()
  const isUsual = variant.ordering.endsWith('name') && !variant.isScoped && variant.words === 0
  const kind = use === 'walks' && !isUsual ? unindexed<CustomerKind>('customer.kind') : eb.ref('customer.kind')
  return eb.and([
    ...(variant.isScoped ? [eb('customer.id', '=', param('customerId'))] : []),
    ...(variant.hasKind ? [eb(kind, '=', param('kind'))] : []),
    ...withWords('customer', variant.words, param),
  ])
}
