import { sql, type Transaction } from 'kysely'
import { type Engine, keyText } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { Migration } from './migration.ts'

/**
 * Messages by MQTT are refused for more reasons than readings, and only the contract lists the codes. Values that
 * devices send and nobody has assigned to a channel yet become proposals. See 0085.
 */
export const energyMessages: Migration = {
  name: '0057-energy-messages',
  async up(db, engine) {
    await freeCodes(db, engine)
    // As in mosquitto's file of users.
    await db.schema.alterTable('energy_site').addColumn('broker_hash', 'text').execute()
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
      // As sent; null until a value follows a description.
      .addColumn('example', 'text')
      .addColumn('seen_at', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addUniqueConstraint('energy_proposal_once', ['site_id', 'adapter', 'topic', 'path'])
      .execute()
  },
}

async function freeCodes(db: Transaction<Database>, engine: Engine): Promise<void> {
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
}
