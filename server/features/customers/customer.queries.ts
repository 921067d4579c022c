import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { AppError, invalidField } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection, Runtime } from '#server/context.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { forKeyShare } from '#server/database/engine.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

/** All but the keys of orderings: reading a text takes as long as finding its row. */
const customerColumns = [
  'id',
  'number',
  'kind',
  'company',
  'first_name',
  'last_name',
  'phone',
  'website',
  'email',
  'street',
  'zip',
  'city',
  'country',
  'vat_id',
  'leitweg_id',
  'is_notified',
  'notified_when',
  'is_email_confirmed',
  'contact_token_hash',
  'has_newsletter',
  'hourly_rate_cents',
  'note',
  'erased_at',
  'revision',
  'created_at',
  'updated_at',
] as const satisfies (keyof CustomerTable)[]

type CustomerRow = Pick<Selectable<CustomerTable>, (typeof customerColumns)[number]> & { tickets_count: number }
export type CustomerUser = { id: string; customer_id: string | null; username: string; is_active: 0 | 1 }
export type FoundCustomer = {
  row: CustomerRow
  users: CustomerUser[]
  /** Whether tickets or other records refer to the customer. */
  isKept: boolean
}

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
  const [found] = row ? await withRecords(connection, [row]) : []
  if (found === undefined) throw new AppError('not_found')
  return found
}

function isInScope({ customers }: Scope, id: string): boolean {
  return customers === 'all' || (customers !== 'none' && customers.id === id)
}

/** The customers with their users. Only those without tickets can be without any record. */
export async function withRecords(connection: Connection, rows: CustomerRow[]): Promise<FoundCustomer[]> {
  const idsOf = (those: CustomerRow[]) => those.map(row => row.id)
  const [users, kept] = await Promise.all([
    selectUsers(connection, idsOf(rows)),
    selectKept(connection, idsOf(rows.filter(row => row.tickets_count === 0))),
  ])
  const usersOf = Map.groupBy(users, user => user.customer_id)
  const keptIds = new Set(kept.map(({ id }) => id))
  return rows.map(row => ({
    row,
    users: usersOf.get(row.id) ?? [],
    isKept: row.tickets_count > 0 || keptIds.has(row.id),
  }))
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

/** Besides tickets and the records that need one. */
export const keptRecords = [
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
const selectKept = preparedByIds()((db, ids) =>
  db
    .selectFrom('customer')
    .select('id')
    .where('id', 'in', ids)
    .where(eb =>
      eb.or(
        keptRecords.map(
          table =>
            sql<SqlBool>`exists (select 1 from ${sql.table(table)} as record where record.customer_id = customer.id)`,
        ),
      ),
    ),
)

/** As the triggers keep it (row-counts.ts). */
const countTickets = sql<number>`(select coalesce(sum("count"), 0) from row_count
  where list = 'ticket_of_customer' and key >= customer.id || ' ' and key < customer.id || '!')`

/** Customers with their number of tickets. */
export function selectCustomers(db: Kysely<Database>) {
  return db.selectFrom('customer').select(customerColumns).select(countTickets.as('tickets_count'))
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
