import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { AppError, invalidField } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection, Runtime } from '#server/context.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { forKeyShare } from '#server/database/engine.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
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

/** The display name in lists: the company, else first and last name. */
export function displayNameOf({
  company,
  first_name,
  last_name,
}: Pick<CustomerRow, 'company' | 'first_name' | 'last_name'>): string {
  return company || [first_name, last_name].filter(part => part !== '').join(' ')
}

/** One customer in scope; 404 `not_found`. */
export async function getCustomer(connection: Connection, scope: Scope, id: string): Promise<FoundCustomer> {
  const [row] = isInScope(scope, id) ? await selectOne(connection, [id]) : []
  const [found] = row ? await withUsers(connection, [row]) : []
  if (found === undefined) throw new AppError('not_found')
  return found
}

function isInScope({ customers }: Scope, id: string): boolean {
  return customers === 'all' || (customers !== 'none' && customers.id === id)
}

/** The customers with their users. */
export async function withUsers(connection: Connection, rows: CustomerRow[]): Promise<FoundCustomer[]> {
  const users = await selectUsers(
    connection,
    rows.filter(row => row.users_count > 0).map(row => row.id),
  )
  return rows.map(row => ({ row, users: users.filter(user => user.customer_id === row.id) }))
}

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

/** Customers with counts of their rows. */
export function selectCustomers(db: Kysely<Database>) {
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

/** Keeps the customer from being deleted before the transaction ends. 422 `reference.unknown` without one. */
export async function demandCustomer(
  trx: Transaction<Database>,
  { engine }: Pick<Runtime, 'engine'>,
  id: string,
): Promise<void> {
  const customer = await trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .$call(forKeyShare(engine))
    .executeTakeFirst()
  if (customer === undefined) throw invalidField('customerId', 'reference.unknown')
}
