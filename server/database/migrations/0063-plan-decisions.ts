import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** A plan's decision for its own quarter-hour, and its difference from the previous plan. See 0095. */
export const planDecisions: Migration = {
  name: '0063-plan-decisions',
  async up(db) {
    // JSON. Older plans have none: their days are not explained.
    await db.schema.alterTable('energy_plan').addColumn('decision', 'text').execute()
    await db.schema.alterTable('energy_plan').addColumn('changed_cents', 'integer').execute()
    await db.schema
      .alterTable('energy_plan')
      .addColumn('change_cause', 'text', c =>
        c.check(sql`change_cause in ('prices', 'sun', 'load', 'level', 'schedule')`),
      )
      .execute()
  },
}
