import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** An erasure that has begun is running: it cannot be withdrawn any more. See 0041. */
export const runningErasures: Migration = {
  name: '0070-running-erasures',
  async up(db, engine) {
    if (engine === 'postgres') {
      await sql`alter table erasure drop constraint erasure_state_check`.execute(db)
      await sql`alter table erasure drop constraint erasure_ended`.execute(db)
      await sql`alter table erasure add constraint erasure_state_check check (${stateIsKnown})`.execute(db)
      await sql`alter table erasure add constraint erasure_ended check (${endIsKnown})`.execute(db)
      await sql`drop index erasure_waiting_once`.execute(db)
      await sql`create unique index erasure_open_once on erasure (customer_id) where ${isOpen}`.execute(db)
      return
    }
    // SQLite changes a CHECK only with its table.
    await sql`alter table erasure rename to erasure_old`.execute(db)
    for (const name of ['erasure_of_customer', 'erasure_waiting_once', 'erasure_due']) {
      await sql`drop index ${sql.ref(name)}`.execute(db)
    }
    await db.schema
      .createTable('erasure')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.references('customer.id').onDelete('set null'))
      .addColumn('customer_number', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(stateIsKnown))
      .addColumn('asked_by', 'text', c => c.notNull().check(sql`asked_by in ('customer', 'admin')`))
      .addColumn('asked_at', 'text', c => c.notNull())
      .addColumn('due_at', 'text', c => c.notNull())
      .addColumn('ended_at', 'text')
      .addCheckConstraint('erasure_ended', endIsKnown)
      .execute()
    await sql`insert into erasure select * from erasure_old`.execute(db)
    await sql`drop table erasure_old`.execute(db)
    await db.schema.createIndex('erasure_of_customer').on('erasure').columns(['customer_id', 'id']).execute()
    await sql`create unique index erasure_open_once on erasure (customer_id) where ${isOpen}`.execute(db)
    await db.schema.createIndex('erasure_due').on('erasure').columns(['state', 'due_at']).execute()
  },
}

const isOpen = sql<boolean>`state in ('waiting', 'running')`
const stateIsKnown = sql<boolean>`state in ('waiting', 'running', 'withdrawn', 'done')`
const endIsKnown = sql<boolean>`(state in ('waiting', 'running')) = (ended_at is null)`
