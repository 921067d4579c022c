import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Messages by MQTT are refused for more reasons than readings. Only the contract lists the codes. See 0085. */
export const energyRefusals: Migration = {
  name: '0057-energy-refusals',
  async up(db, engine) {
    if (engine === 'postgres') {
      await sql`alter table energy_rejection drop constraint energy_rejection_code_check`.execute(db)
      await sql`alter table energy_rejection add constraint energy_rejection_code_check check (code <> '')`.execute(db)
      return
    }
    // SQLite changes a CHECK only with its table.
    await db.schema
      .createTable('energy_rejection_new')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('channel', 'text', c => c.notNull())
      .addColumn('value', 'text', c => c.notNull())
      .addColumn('reading_at', 'text', c => c.notNull())
      .addColumn('code', 'text', c => c.notNull().check(sql`code <> ''`))
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
    await sql`insert into energy_rejection_new
      select id, site_id, channel, value, reading_at, code, created_at from energy_rejection`.execute(db)
    await db.schema.dropTable('energy_rejection').execute()
    await db.schema.alterTable('energy_rejection_new').renameTo('energy_rejection').execute()
    await db.schema.createIndex('energy_rejection_of_site').on('energy_rejection').columns(['site_id', 'id']).execute()
  },
}
