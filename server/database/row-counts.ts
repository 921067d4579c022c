/**
 * The number of rows of a list, without reading them: triggers keep the counts. Tickets and entries, which are also
 * counted per customer, have `row_tally`.
 */
import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'

/** The counted tables and the columns their lists are filtered by; a table is added by a migration (`keepRowCounts`). */
const counted = {
  customer: ['kind'],
  customer_link: [],
  service: ['type', 'state'],
  service_collection: [],
  service_credential: [],
  user_account: ['role'],
  outbox_mail: ['state'],
  message: ['state'],
  invoice: ['state', 'is_paid'],
  request: ['state', 'priority'],
  newsletter: ['state'],
  newsletter_consent: ['state'],
} as const satisfies { [T in keyof Database]?: readonly (keyof Database[T])[] }

export type CountedList = keyof typeof counted
type Filter<L extends CountedList> = { readonly [C in (typeof counted)[L][number]]?: string | undefined }

const selectCounts = prepared<{ list: CountedList }>()((db, param) =>
  db.selectFrom('row_count').select(['key', 'count']).where('list', '=', param('list')),
)

/** The number of rows with these values, of all rows without any. Reads a handful of rows, for any table size. */
export async function countRows<L extends CountedList>(
  connection: Connection,
  list: L,
  filter: Filter<L>,
): Promise<number> {
  const columns: readonly (typeof counted)[L][number][] = counted[list]
  const wanted = columns.map(column => filter[column])
  let sum = 0
  for (const { key, count } of await selectCounts(connection, { list })) {
    const values = key.split(' ')
    if (wanted.every((value, index) => value === undefined || value === values[index])) sum += count
  }
  return sum
}

export type WrongCount = { list: CountedList; key: string; kept: number; real: number }

/** Compares the kept counts with the rows; returns the differences. */
export async function checkRowCounts(connection: Connection): Promise<WrongCount[]> {
  const wrong: WrongCount[] = []
  for (const list of countedLists) {
    const kept = new Map((await selectCounts(connection, { list })).map(({ key, count }) => [key, count]))
    const real = await countReally(connection, list)
    for (const key of new Set([...kept.keys(), ...real.keys()])) {
      const found = { list, key, kept: kept.get(key) ?? 0, real: real.get(key) ?? 0 }
      if (found.kept !== found.real) wrong.push(found)
    }
  }
  return wrong
}

// The keys of a literal object are exactly those of its type.
const countedLists = Object.keys(counted) as CountedList[]

async function countReally(connection: Connection, list: CountedList): Promise<Map<string, number>> {
  const columns = counted[list].map(column => sql.ref(column))
  const key = columns.length === 0 ? sql`''` : sql.join(columns, sql` || ' ' || `)
  const groups = columns.length === 0 ? sql`` : sql`group by ${sql.join(columns)}`
  const { rows } = await sql<{ key: string; count: number }>`
    select ${key} as key, count(*) as count from ${sql.table(list)} ${groups}`.execute(connection)
  return new Map(rows.map(({ key, count }) => [key, count]))
}
