/** The number of rows of a list, without reading them: triggers keep the counts (decision 0063). */
import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'

/** The counted tables and the filter columns of their lists; a migration adds a table (`keepRowCounts`). */
const counted = {
  customer: ['kind'],
  customer_link: [],
  ticket: ['progress', 'invoice_state'],
  ticket_entry: ['progress'],
  service: ['type', 'state'],
  service_collection: [],
  service_credential: [],
  dns_domain: ['type'],
  dns_endpoint: [],
  dns_hostname: ['state'],
  user_account: ['role'],
  outbox_mail: ['state'],
  message: ['state'],
  invoice: ['state', 'is_paid'],
  request: ['state', 'priority'],
  newsletter: ['state'],
  newsletter_consent: ['state'],
} as const satisfies { [T in keyof Database]?: readonly (keyof Database[T])[] }

/** The tables counted for each customer, too (`keepRowCountsOfCustomers`). */
const countedOfCustomers = ['ticket', 'ticket_entry'] as const

export type CountedList = keyof typeof counted
export type ListCountedOfCustomers = (typeof countedOfCustomers)[number]
export type CountFilter<L extends CountedList> = { readonly [C in (typeof counted)[L][number]]?: string | undefined }

export function isCountedOfCustomers(list: CountedList): list is ListCountedOfCustomers {
  return countedOfCustomers.some(table => table === list)
}

type KeptList = CountedList | `${ListCountedOfCustomers}_of_customer`
type KeptCount = { key: string; count: number }

const selectCounts = prepared<{ list: KeptList }>()((db, param) =>
  db.selectFrom('row_count').select(['key', 'count']).where('list', '=', param('list')),
)
// The values of a key are separated by spaces; `!` follows the space.
const selectCountsOf = prepared<{ list: KeptList; from: string; to: string }>()((db, param) =>
  db
    .selectFrom('row_count')
    .select(['key', 'count'])
    .where('list', '=', param('list'))
    .where('key', '>=', param('from'))
    .where('key', '<', param('to')),
)

/** The number of rows with these values, of all rows without any. Reads a handful of rows, for any table size. */
export async function countRows<L extends CountedList>(
  connection: Connection,
  list: L,
  filter: CountFilter<L>,
): Promise<number> {
  return sumOf(await selectCounts(connection, { list }), wantedOf(list, filter))
}

/** As `countRows`, of one customer. */
export async function countRowsOf<L extends ListCountedOfCustomers>(
  connection: Connection,
  list: L,
  customerId: string,
  filter: CountFilter<L>,
): Promise<number> {
  const range = { list: `${list}_of_customer` as const, from: `${customerId} `, to: `${customerId}!` }
  return sumOf(await selectCountsOf(connection, range), [customerId, ...wantedOf(list, filter)])
}

function wantedOf<L extends CountedList>(list: L, filter: CountFilter<L>): (string | undefined)[] {
  const columns: readonly (typeof counted)[L][number][] = counted[list]
  return columns.map(column => filter[column])
}

function sumOf(counts: readonly KeptCount[], wanted: readonly (string | undefined)[]): number {
  let sum = 0
  for (const { key, count } of counts) {
    const values = key.split(' ')
    if (wanted.every((value, index) => value === undefined || value === values[index])) sum += count
  }
  return sum
}

export type WrongCount = { list: KeptList; key: string; kept: number; real: number }

/** Compares the kept counts with the rows; returns the differences. */
export async function checkRowCounts(connection: Connection): Promise<WrongCount[]> {
  const wrong: WrongCount[] = []
  for (const { list, table, columns } of keptLists) {
    const kept = new Map((await selectCounts(connection, { list })).map(({ key, count }) => [key, count]))
    const real = await countReally(connection, table, columns)
    for (const key of new Set([...kept.keys(), ...real.keys()])) {
      const found = { list, key, kept: kept.get(key) ?? 0, real: real.get(key) ?? 0 }
      if (found.kept !== found.real) wrong.push(found)
    }
  }
  return wrong
}

const keptLists: readonly { list: KeptList; table: CountedList; columns: readonly string[] }[] = [
  // The keys of a literal object are exactly those of its type.
  ...(Object.keys(counted) as CountedList[]).map(table => ({ list: table, table, columns: counted[table] })),
  ...countedOfCustomers.map(table => ({
    list: `${table}_of_customer` as const,
    table,
    columns: ['customer_id', ...counted[table]],
  })),
]

async function countReally(
  connection: Connection,
  table: CountedList,
  columns: readonly string[],
): Promise<Map<string, number>> {
  const refs = columns.map(column => sql.ref(column))
  const key = refs.length === 0 ? sql`''` : sql.join(refs, sql` || ' ' || `)
  const groups = refs.length === 0 ? sql`` : sql`group by ${sql.join(refs)}`
  const { rows } = await sql<KeptCount>`
    select ${key} as key, count(*) as count from ${sql.table(table)} ${groups}`.execute(connection)
  return new Map(rows.map(({ key, count }) => [key, count]))
}
