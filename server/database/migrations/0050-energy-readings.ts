import { sql, type Transaction } from 'kysely'
import { type Engine, keyText } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { Migration } from './migration.ts'

/** Readings, and the values from them: minutes and slots of channels, slots and days of sites. See 0080 and 0081. */
export const energyReadings: Migration = {
  name: '0050-energy-readings',
  async up(db, engine) {
    await table(db, engine, 'energy_reading')
      .addColumn('channel_number', 'integer', c => c.notNull().references('energy_channel.number').onDelete('cascade'))
      .addColumn('at_ms', 'bigint', c => c.notNull())
      .addColumn('value_millionths', 'bigint', c => c.notNull())
      .addPrimaryKeyConstraint('energy_reading_primary', ['channel_number', 'at_ms'])
      .execute()

    await table(db, engine, 'energy_minute')
      .addColumn('channel_number', 'integer', c => c.notNull().references('energy_channel.number').onDelete('cascade'))
      .addColumn('at_ms', 'bigint', c => c.notNull())
      .addColumn('mean_thousandths', 'bigint')
      .addColumn('covered_ms', 'integer', c => c.notNull().check(sql`covered_ms between 0 and 60000`))
      .addPrimaryKeyConstraint('energy_minute_primary', ['channel_number', 'at_ms'])
      .execute()

    await table(db, engine, 'energy_slot')
      .addColumn('channel_number', 'integer', c => c.notNull().references('energy_channel.number').onDelete('cascade'))
      .addColumn('at_ms', 'bigint', c => c.notNull().check(sql`at_ms % 900000 = 0`))
      .addColumn('mwh', 'bigint')
      .addColumn('reverse_mwh', 'bigint')
      .addColumn('mean_thousandths', 'bigint')
      .addColumn('least_thousandths', 'bigint')
      .addColumn('most_thousandths', 'bigint')
      .addColumn('last_thousandths', 'bigint')
      .addColumn('covered_ms', 'integer', c => c.notNull().check(sql`covered_ms between 0 and 900000`))
      .addColumn('quality', 'text', c => c.notNull().check(sql`quality in ('measured', 'estimated', 'gap')`))
      .addPrimaryKeyConstraint('energy_slot_primary', ['channel_number', 'at_ms'])
      .execute()

    // Slots to recompute, once for any number of readings.
    await table(db, engine, 'energy_due_slot')
      .addColumn('channel_number', 'integer', c => c.notNull().references('energy_channel.number').onDelete('cascade'))
      .addColumn('at_ms', 'bigint', c => c.notNull())
      .addPrimaryKeyConstraint('energy_due_slot_primary', ['channel_number', 'at_ms'])
      .execute()
    await db.schema
      .createIndex('energy_due_slot_by_at')
      .on('energy_due_slot')
      .columns(['at_ms', 'channel_number'])
      .execute()

    const flows = ['import', 'export', 'pv', 'charge', 'discharge', 'house', 'car', 'heat', 'consumer', 'unexplained']
    let slots = table(db, engine, 'energy_site_slot')
      .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('at_ms', 'bigint', c => c.notNull().check(sql`at_ms % 900000 = 0`))
      // Europe/Berlin.
      .addColumn('date', keyText(engine), c => c.notNull())
    for (const flow of flows) slots = slots.addColumn(`${flow}_mwh`, 'bigint')
    await slots
      .addColumn('level_thousandths', 'integer')
      .addColumn('covered_ms', 'integer', c => c.notNull().check(sql`covered_ms between 0 and 900000`))
      .addColumn('quality', 'text', c => c.notNull().check(sql`quality in ('measured', 'estimated', 'gap')`))
      .addPrimaryKeyConstraint('energy_site_slot_primary', ['site_id', 'at_ms'])
      .execute()
    await db.schema.createIndex('energy_site_slot_of_day').on('energy_site_slot').columns(['site_id', 'date']).execute()

    let days = table(db, engine, 'energy_site_day')
      .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('date', keyText(engine), c => c.notNull())
    for (const flow of flows) days = days.addColumn(`${flow}_mwh`, 'bigint')
    await days
      .addColumn('level_thousandths', 'integer')
      .addColumn('covered_ms', 'integer', c => c.notNull().check(sql`covered_ms >= 0`))
      .addPrimaryKeyConstraint('energy_site_day_primary', ['site_id', 'date'])
      .execute()

    await db.schema
      .createTable('energy_rejection')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('channel', 'text', c => c.notNull())
      .addColumn('value', 'text', c => c.notNull())
      .addColumn('reading_at', 'text', c => c.notNull())
      .addColumn('code', 'text', c =>
        c
          .notNull()
          .check(sql`code in ('channel.unknown', 'value.invalid', 'value.implausible', 'at.future', 'at.too_old')`),
      )
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('energy_rejection_of_site').on('energy_rejection').columns(['site_id', 'id']).execute()
  },
}

/** Narrow rows that are found by their key alone: on SQLite the key is the table. */
function table(db: Transaction<Database>, engine: Engine, name: string) {
  const created = db.schema.createTable(name)
  return engine === 'sqlite' ? created.modifyEnd(sql`without rowid`) : created
}
