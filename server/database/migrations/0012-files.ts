import { sql } from 'kysely'
import { type Engine, keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Uploaded files, in parts: the only place where the database stores bytes (decision 0023). */
export const files: Migration = {
  name: '0012-files',
  async up(db, engine) {
    await db.schema
      .createTable('file')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.references('customer.id').onDelete('cascade'))
      .addColumn('uploaded_by_user_id', 'text', c => c.references('user_account.id').onDelete('set null'))
      .addColumn('name', 'text', c => c.notNull().check(sql`name <> ''`))
      .addColumn('media_type', 'text', c => c.notNull().check(sql`media_type <> ''`))
      .addColumn('size_bytes', 'integer', c => c.notNull().check(sql`size_bytes > 0`))
      .addColumn('sha256', 'text', c => c.notNull().check(sql`length(sha256) = 64`))
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('pending', 'attached')`))
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .execute()
    await db.schema
      .createIndex('file_by_uploader')
      .on('file')
      .columns(['uploaded_by_user_id', 'created_at', 'state', 'size_bytes'])
      .execute()
    await db.schema.createIndex('file_of_customer').on('file').column('customer_id').execute()
    await db.schema
      .createIndex('file_pending')
      .on('file')
      .column('created_at')
      .where(sql.ref('state'), '=', sql.lit('pending'))
      .execute()

    await db.schema
      .createTable('file_chunk')
      .addColumn('file_id', 'text', c => c.notNull().references('file.id').onDelete('cascade'))
      .addColumn('position', 'integer', c => c.notNull().check(sql`position >= 0`))
      .addColumn('content', bytes(engine), c => c.notNull())
      .addPrimaryKeyConstraint('file_chunk_primary', ['file_id', 'position'])
      .execute()
  },
}

function bytes(engine: Engine) {
  return engine === 'postgres' ? sql`bytea` : sql`blob`
}
