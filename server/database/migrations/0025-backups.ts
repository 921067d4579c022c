import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The record of the backups. */
export const backups: Migration = {
  name: '0025-backups',
  async up(db) {
    await db.schema
      .createTable('backup')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('nightly', 'before_migration', 'by_hand')`))
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('running', 'unproven', 'proven', 'failed')`))
      .addColumn('step', 'text', c =>
        c.check(sql`step is null or (state = 'running' and step in ('waiting', 'copying', 'sealing', 'proving'))`),
      )
      .addColumn('reason', 'text', c => c.notNull())
      .addColumn('detail', 'text', c => c.notNull())
      .addColumn('file', 'text', c => c.notNull())
      .addColumn('size_bytes', 'bigint')
      .addColumn('rows_count', 'bigint')
      .addColumn('audit_lines', 'bigint')
      .addColumn('started_at', 'text', c => c.notNull())
      .addColumn('proven_at', 'text', c => c.check(sql`(proven_at is not null) = (state = 'proven')`))
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('backup_by_start').on('backup').columns(['started_at', 'id']).execute()
    await db.schema.createIndex('backup_by_proof').on('backup').columns(['state', 'started_at', 'id']).execute()
  },
}
