import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Weather stations with their forecasts, and the errors of sites' forecasts. See 0097. */
export const energyForecasts: Migration = {
  name: '0065-energy-forecasts',
  async up(db, engine) {
    await db.schema
      .alterTable('energy_site')
      .addColumn('inverter_w', 'integer', c => c.check(sql`inverter_w >= 0`))
      .execute()
    await db.schema
      .createTable('energy_weather_station')
      .addColumn('id', keyText(engine), c => c.primaryKey().notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('latitude_thousandths', 'integer', c => c.notNull())
      .addColumn('longitude_thousandths', 'integer', c => c.notNull())
      .execute()
    await db.schema
      .createTable('energy_weather_fetch')
      .addColumn('subject', keyText(engine), c => c.primaryKey().notNull())
      .addColumn('is_usable', 'integer', c => c.notNull().check(sql`is_usable in (0, 1)`))
      .addColumn('attempts', 'integer', c => c.notNull())
      .addColumn('next_at', 'text', c => c.notNull())
      .addColumn('issued_at', 'text')
      .execute()
    await db.schema
      .createTable('energy_weather_hour')
      .addColumn('station_id', keyText(engine), c => c.notNull())
      .addColumn('at_ms', 'bigint', c => c.notNull())
      .addColumn('radiation_kj', 'integer', c => c.notNull())
      .addColumn('temperature_tenths', 'integer', c => c.notNull())
      .addColumn('wind_tenths', 'integer', c => c.notNull())
      .addPrimaryKeyConstraint('energy_weather_hour_primary', ['station_id', 'at_ms'])
      .execute()
    await db.schema.createIndex('energy_weather_hour_by_age').on('energy_weather_hour').column('at_ms').execute()
    let days = db.schema
      .createTable('energy_forecast_day')
      .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('date', keyText(engine), c => c.notNull())
      .addColumn('station_id', 'text')
      .addColumn('from_ms', 'bigint', c => c.notNull())
      .addColumn('load_w', 'text')
      .addColumn('pv_w', 'text')
      .addColumn('is_measured', 'integer', c => c.notNull().defaultTo(0).check(sql`is_measured in (0, 1)`))
    for (const flow of ['load', 'pv']) {
      days = days.addColumn(`${flow}_slots`, 'integer')
      for (const sum of ['forecast', 'measured', 'error']) days = days.addColumn(`${flow}_${sum}_mwh`, 'bigint')
    }
    await days.addPrimaryKeyConstraint('energy_forecast_day_primary', ['site_id', 'date']).execute()
    await db.schema
      .createIndex('energy_forecast_day_unmeasured')
      .on('energy_forecast_day')
      .columns(['date', 'site_id'])
      .where(sql.ref('is_measured'), '=', sql.lit(0))
      .execute()
  },
}
