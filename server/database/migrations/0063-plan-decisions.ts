import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What a plan decides for its own quarter-hour, and how far it moved against the one before. See 0095. */
export const planDecisions: Migration = {
  name: '0063-plan-decisions',
  async up(db) {
    // JSON. Plans of before have none: their days are not explained.
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
