import { sql } from 'kysely'
import type { Migration } from './migration.ts'
import { keepRowCounts, keepRowCountsOfCustomers } from './row-count-triggers.ts'

const columns = { ticket: ['progress', 'invoice_state'], ticket_entry: ['progress'] }

/** Tickets and entries are counted like all other lists (decision 0063). */
export const oneRowCount: Migration = {
  name: '0042-one-row-count',
  async up(db, engine) {
    const triggers = engine === 'sqlite' ? ['insert', 'delete', 'update'] : ['count', 'update']
    for (const table of Object.keys(columns)) {
      for (const trigger of triggers) {
        const on = engine === 'sqlite' ? '' : ` on ${table}`
        await sql.raw(`drop trigger ${table}_tally_${trigger}${on}`).execute(db)
      }
      if (engine === 'postgres') await sql.raw(`drop function ${table}_tally()`).execute(db)
    }
    await db.schema.dropTable('row_tally').execute()
    for (const [table, names] of Object.entries(columns)) {
      await keepRowCounts(db, engine, table, names)
      await keepRowCountsOfCustomers(db, engine, table, names)
    }
  },
}
