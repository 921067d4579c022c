import { sql, type Transaction } from 'kysely'
import { type Engine, keyText } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { Migration } from './migration.ts'

/** Commands to devices, overrides, reports and targets of devices, and plans made at once. See 0098. */
export const energyControl: Migration = {
  name: '0062-energy-control',
  async up(db, engine) {
    await addCommands(db, engine)
    await db.schema
      .createTable('energy_report')
      .addColumn('storage_id', 'text', c =>
        c.primaryKey().notNull().references('energy_storage.id').onDelete('cascade'),
      )
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      // As the device sends it.
      .addColumn('text', 'text', c => c.notNull())
      .addColumn('at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('energy_report_of_site').on('energy_report').column('site_id').execute()
    await db.schema
      .createTable('energy_target')
      .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('topic', keyText(engine), c => c.notNull())
      .addColumn('component', 'text', c => c.notNull().check(sql`component in ('select', 'number', 'switch')`))
      .addColumn('name', 'text', c => c.notNull())
      // JSON: where its state is published, and the values it accepts.
      .addColumn('description', 'text', c => c.notNull())
      .addColumn('seen_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('energy_target_key', ['site_id', 'topic'])
      .execute()
    // A plan is requested before its quarter-hour.
    await db.schema.alterTable('energy_site').addColumn('plan_due_at', 'text').execute()
    await db.schema.alterTable('energy_site').addColumn('plan_due_cause', 'text').execute()
    await db.schema
      .createIndex('energy_site_plan_due')
      .on('energy_site')
      .column('plan_due_at')
      .where(sql.ref('plan_due_at'), 'is not', null)
      .execute()
    await db.schema
      .alterTable('energy_plan')
      .addColumn('status', 'text', c => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('energy_plan')
      .addColumn('cause', 'text', c => c.notNull().defaultTo('slot'))
      .execute()
    // JSON: its first two steps, which are read every few seconds.
    await db.schema
      .alterTable('energy_plan')
      .addColumn('head', 'text', c => c.notNull().defaultTo(''))
      .execute()
    await freeAlarmKinds(db, engine)
  },
}

const modes = sql`mode in ('auto', 'hold', 'pass', 'idle', 'charge', 'discharge')`

async function addCommands(db: Transaction<Database>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('energy_override')
    .addColumn('id', 'text', c => c.primaryKey().notNull())
    .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
    .addColumn('customer_id', keyText(engine), c => c.notNull().references('customer.id'))
    .addColumn('storage_id', 'text', c => c.notNull().references('energy_storage.id').onDelete('cascade'))
    .addColumn('mode', 'text', c => c.notNull().check(modes))
    .addColumn('power_w', 'integer')
    .addColumn('until_at', 'text', c => c.notNull())
    .addColumn('by', 'text', c => c.notNull().check(sql`by in ('customer', 'admin')`))
    .addColumn('ended_at', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('energy_command')
    .addColumn('id', 'text', c => c.primaryKey().notNull())
    .addColumn('site_id', keyText(engine), c => c.notNull().references('energy_site.id').onDelete('cascade'))
    .addColumn('customer_id', keyText(engine), c => c.notNull().references('customer.id'))
    .addColumn('storage_id', 'text', c => c.notNull().references('energy_storage.id').onDelete('cascade'))
    .addColumn('at', 'text', c => c.notNull())
    .addColumn('mode', 'text', c => c.notNull().check(modes))
    .addColumn('power_w', 'integer')
    .addColumn('reason', 'text', c => c.notNull())
    // JSON: the figures of its sentence.
    .addColumn('facts', 'text', c => c.notNull())
    .addColumn('is_dimmed', 'integer', c => c.notNull().check(sql`is_dimmed in (0, 1)`))
    .addColumn('plan_id', 'text')
    .addColumn('override_id', 'text')
    // JSON: where it goes, and the value restored at the end.
    .addColumn('target', 'text', c => c.notNull())
    .addColumn('former', 'text')
    .addColumn('state', 'text', c => c.notNull().check(sql`state in ('sent', 'confirmed', 'refused', 'expired')`))
    .addColumn('answer', 'text', c => c.notNull().defaultTo(''))
    .addColumn('sent_at', 'text')
    // The start of the wait for an answer, and the time from which a report counts as one.
    .addColumn('awaited_since', 'text')
    .addColumn('reports_since', 'text', c => c.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('ended_at', 'text')
    // When it is sent next, or restored after its end.
    .addColumn('next_at', keyText(engine))
    .execute()
  for (const table of ['energy_command', 'energy_override'] as const) {
    for (const owner of ['site', 'customer']) {
      const other = owner === 'site' ? 'customer_id' : 'site_id'
      await db.schema
        .createIndex(`${table}_of_${owner}`)
        .on(table)
        .columns([`${owner}_id`, 'id', other, ...(table === 'energy_command' ? ['state', 'storage_id'] : [])])
        .execute()
    }
    await db.schema
      .createIndex(`${table}_open`)
      .on(table)
      .columns(['site_id', 'storage_id'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute()
  }
  await db.schema
    .createIndex('energy_command_due')
    .on('energy_command')
    .column('next_at')
    .where(sql.ref('next_at'), 'is not', null)
    .execute()
  // A storage obeys one command at a time, for any number of instances.
  await db.schema
    .createIndex('energy_command_in_force')
    .on('energy_command')
    .column('storage_id')
    .unique()
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
}

/** The kinds of alarms are those of the contract. */
async function freeAlarmKinds(db: Transaction<Database>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    for (const table of ['energy_alarm', 'energy_mute']) {
      const name = sql.ref(`${table}_kind_check`)
      await sql`alter table ${sql.table(table)} drop constraint ${name}`.execute(db)
      await sql`alter table ${sql.table(table)} add constraint ${name} check (kind <> '')`.execute(db)
    }
    return
  }
  // SQLite changes a CHECK only with its table.
  await sql`create table energy_alarm_new (id text not null primary key,
    site_id text not null references energy_site (id) on delete cascade,
    kind text not null check (kind <> ''), subject_id text not null, started_at text not null, ended_at text,
    is_start_told integer default 0 not null check (is_start_told in (0, 1)),
    is_end_told integer default 0 not null check (is_end_told in (0, 1)),
    constraint energy_alarm_once unique (kind, subject_id, started_at))`.execute(db)
  await sql`insert into energy_alarm_new
    select id, site_id, kind, subject_id, started_at, ended_at, is_start_told, is_end_told from energy_alarm`.execute(
    db,
  )
  await sql`drop table energy_alarm`.execute(db)
  await sql`alter table energy_alarm_new rename to energy_alarm`.execute(db)
  await sql`create index energy_alarm_of_site on energy_alarm (site_id, started_at)`.execute(db)
  await sql`create index energy_alarm_open on energy_alarm (site_id, kind) where ended_at is null`.execute(db)
  await sql`create index energy_alarm_untold on energy_alarm (site_id) where is_end_told = 0`.execute(db)
  await sql`create table energy_mute_new (
    site_id text not null references energy_site (id) on delete cascade, kind text not null check (kind <> ''),
    until_at text not null, constraint energy_mute_primary primary key (site_id, kind))`.execute(db)
  await sql`insert into energy_mute_new select site_id, kind, until_at from energy_mute`.execute(db)
  await sql`drop table energy_mute`.execute(db)
  await sql`alter table energy_mute_new rename to energy_mute`.execute(db)
}
