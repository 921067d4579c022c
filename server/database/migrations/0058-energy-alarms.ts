import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Alarms of a site with their start and end, and the muted kinds. See 0087. */
export const energyAlarms: Migration = {
  name: '0058-energy-alarms',
  async up(db, engine) {
    const kinds = sql`kind in ('site_silent', 'channel_silent', 'counter_reset', 'sign', 'level_stuck', 'balance')`
    await db.schema
      .createTable('energy_alarm')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('kind', 'text', c => c.notNull().check(kinds))
      // A channel, or the site itself. No reference: an alarm ends when its channel is gone.
      .addColumn('subject_id', keyText(engine), c => c.notNull())
      .addColumn('started_at', keyText(engine), c => c.notNull())
      .addColumn('ended_at', 'text')
      // Whether the mail about the start, or about the end, has been written.
      .addColumn('is_start_told', 'integer', c => c.notNull().defaultTo(0).check(sql`is_start_told in (0, 1)`))
      .addColumn('is_end_told', 'integer', c => c.notNull().defaultTo(0).check(sql`is_end_told in (0, 1)`))
      .addUniqueConstraint('energy_alarm_once', ['kind', 'subject_id', 'started_at'])
      .execute()
    await db.schema.createIndex('energy_alarm_of_site').on('energy_alarm').columns(['site_id', 'started_at']).execute()
    await db.schema
      .createIndex('energy_alarm_open')
      .on('energy_alarm')
      .columns(['site_id', 'kind'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute()
    await db.schema
      .createIndex('energy_alarm_untold')
      .on('energy_alarm')
      .column('site_id')
      .where(sql.ref('is_end_told'), '=', sql.lit(0))
      .execute()
    await db.schema
      .createTable('energy_mute')
      .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('kind', keyText(engine), c => c.notNull().check(kinds))
      .addColumn('until_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('energy_mute_primary', ['site_id', 'kind'])
      .execute()
    await db.schema
      .alterTable('energy_site')
      // Open alarms that are not muted.
      .addColumn('alarms', 'integer', c => c.notNull().defaultTo(0).check(sql`alarms >= 0`))
      .execute()
    await db.schema.createIndex('energy_site_with_alarms').on('energy_site').columns(['alarms', 'id']).execute()
  },
}
