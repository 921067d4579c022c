import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Ordered so that referenced rows come first. */
const tables = [
  'customer',
  'user_account',
  'session',
  'ticket',
  'ticket_entry',
  'faq',
  'outbox_mail',
  'audit_entry',
  'dns_domain',
  'dns_hostname',
  'dns_endpoint',
  'dns_endpoint_hostname',
  'energy_site',
  'energy_channel',
  'energy_reading',
  'energy_tariff',
  'energy_site_slot',
  'energy_site_day',
  'number_sequence',
]
const rowsPerInsert = 500

/** Copies the seeded data from a SQLite file into a migrated, empty PostgreSQL database. */
export async function copyToPostgres(file: string, url: string): Promise<void> {
  const from = new DatabaseSync(file, { readOnly: true })
  const to = new pg.Client({ connectionString: url })
  await to.connect()
  try {
    for (const table of tables) {
      let rows: Record<string, unknown>[] = []
      for (const row of from.prepare(`select * from ${table}`).iterate()) {
        rows.push(row)
        if (rows.length === rowsPerInsert) {
          await insert(to, table, rows)
          rows = []
        }
      }
      await insert(to, table, rows)
    }
    await to.query('vacuum analyze')
  } finally {
    from.close()
    await to.end()
  }
}

async function insert(to: pg.Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const places = rows.map((_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join()})`)
  const names = columns.map(column => `"${column}"`).join()
  await to.query(
    `insert into ${table} (${names}) values ${places.join()}`,
    rows.flatMap(row => Object.values(row)),
  )
}
