import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** On PostgreSQL readings and minutes are in parts by month, so that old ones go without deleting rows. See 0094. */
export const energyMonths: Migration = {
  name: '0061-energy-months',
  async up(db, engine) {
    if (engine === 'sqlite') return
    for (const table of ['energy_reading', 'energy_minute']) {
      const [name, whole, rest] = [table, `${table}_whole`, `${table}_rest`].map(each => sql.table(each))
      const [primary, former] = [`${table}_primary`, `${table}_whole_primary`].map(each => sql.ref(each))
      await sql`alter table ${name} rename to ${whole}`.execute(db)
      await sql`alter table ${whole} rename constraint ${primary} to ${former}`.execute(db)
      await sql`create table ${name} (like ${whole} including constraints) partition by range (at_ms)`.execute(db)
      await sql`alter table ${name} add constraint ${primary} primary key (channel_number, at_ms)`.execute(db)
      await sql`alter table ${name} add foreign key (channel_number) references energy_channel (number) on delete cascade`.execute(
        db,
      )
      // Rows that fit no month; the job that adds months moves them there.
      await sql`create table ${rest} partition of ${name} default`.execute(db)
      await sql`insert into ${name} select * from ${whole}`.execute(db)
      await sql`drop table ${whole}`.execute(db)
    }
  },
}
