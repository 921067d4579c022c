import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Counts consecutive readings with the wrong sign, so that the owner is asked to check the channel. See 0081. */
export const energyWrongSigns: Migration = {
  name: '0051-energy-wrong-signs',
  async up(db) {
    await db.schema
      .alterTable('energy_channel')
      .addColumn('wrong_signs', 'integer', c => c.notNull().defaultTo(0).check(sql`wrong_signs >= 0`))
      .execute()
  },
}
