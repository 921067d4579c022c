import { type Insertable, sql, type Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import type { Database } from './schema.ts'

const rowsPerText = 5_000

/** For many rows with the same columns, of numbers and texts: one prepared statement takes thousands as one text. */
export async function insertFast<T extends keyof Database & string>(
  trx: Transaction<Database>,
  engine: Engine,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return
  const columns = sql.join(names.map(name => sql.ref(name)))
  const into = sql`insert into ${sql.table(table)} (${columns})`
  const fields = sql.join(names.map((_, index) => sql`value ->> ${sql.lit(index)}`))
  for (let from = 0; from < rows.length; from += rowsPerText) {
    const part = rows.slice(from, from + rowsPerText)
    // Rows of SQLite are lists, which it reads faster; PostgreSQL takes the types of the columns from the table.
    const query =
      engine === 'sqlite'
        ? sql`${into} select ${fields} from json_each(${JSON.stringify(part.map(row => Object.values(row)))})`
        : sql`${into} select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(part)}::json)`
    await query.execute(trx)
  }
}
