import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { AppError, invalidField } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection, Runtime } from '#server/context.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { forKeyShare } from '#server/database/engine.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

type CustomerRow = Selectable<CustomerTable> & { tickets_count: number; has_records: 0 | 1 }
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
    rows.map(row => row.id),
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

/** As the triggers keep it (row-counts.ts). */
const countTickets = sql<number>`(select coalesce(sum("count"), 0) from row_count
  where list = 'ticket_of_customer' and key >= customer.id || ' ' and key < customer.id || '!')`

/** Besides tickets and what hangs on one of these. */
const keptRecords = [
  'request',
  'invoice',
  'user_account',
  'service',
  'service_collection',
  'dns_domain',
  'dns_endpoint',
  'dns_hostname',
  'energy_site',
] as const satisfies (keyof Database)[]

/** The first record that is found is enough. */
const hasRecords = sql<0 | 1>`case when ${sql.join(
  keptRecords.map(
    table => sql`exists (select 1 from ${sql.table(table)} as record where record.customer_id = customer.id)`,
  ),
  sql` or `,
)} then 1 else 0 end`

/** Customers with their number of tickets, and whether they have other records. */
export function selectCustomers(db: Kysely<Database>) {
  return db
    .selectFrom('customer')
    .selectAll('customer')
    .select([countTickets.as('tickets_count'), hasRecords.as('has_records')])
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
