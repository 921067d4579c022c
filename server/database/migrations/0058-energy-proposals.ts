import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Values that devices of a site send and nobody has assigned to a channel yet. See 0085. */
export const energyProposals: Migration = {
  name: '0058-energy-proposals',
  async up(db, engine) {
    await db.schema
      .createTable('energy_proposal')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('adapter', keyText(engine), c => c.notNull())
      .addColumn('topic', keyText(engine), c => c.notNull())
      .addColumn('path', keyText(engine), c => c.notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('role', 'text')
      .addColumn('measure', 'text')
      .addColumn('factor_millionths', 'bigint', c => c.notNull().check(sql`factor_millionths <> 0`))
      .addColumn('unit', 'text', c => c.notNull())
      // As sent; null until a value comes for a description.
      .addColumn('example', 'text')
      .addColumn('seen_at', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addUniqueConstraint('energy_proposal_once', ['site_id', 'adapter', 'topic', 'path'])
      .execute()
  },
}
