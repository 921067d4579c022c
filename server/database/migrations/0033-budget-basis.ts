import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The basis of a cost ceiling is stored with it: ceilings set until now were compared with net amounts, and stay net.
 */
export const budgetBasis: Migration = {
  name: '0033-budget-basis',
  async up(db) {
    await db.schema
      .alterTable('ticket')
      .addColumn('budget_is_gross', 'integer', c => c.notNull().defaultTo(0).check(sql`budget_is_gross in (0, 1)`))
      .execute()
  },
}
