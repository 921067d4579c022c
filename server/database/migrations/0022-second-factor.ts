import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * One-time codes and recovery codes of users, and logins that wait for one. `user_account.second_factor` summarizes
 * these tables.
 */
export const secondFactor: Migration = {
  name: '0022-second-factor',
  async up(db) {
    await db.schema
      .alterTable('user_account')
      .addColumn('second_factor', 'text', c =>
        c.notNull().defaultTo('off').check(sql`second_factor in ('off', 'totp', 'passkey')`),
      )
      .execute()

    await db.schema
      .createTable('totp')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('user_id', 'text', c => c.notNull().unique().references('user_account.id').onDelete('cascade'))
      .addColumn('sealed_seed', 'text', c => c.notNull())
      .addColumn('last_step', 'integer', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('confirmed_at', 'text')
      .execute()

    await db.schema
      .createTable('recovery_code')
      .addColumn('code_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('user_id', 'text', c => c.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('used_at', 'text')
      .execute()
    await db.schema.createIndex('recovery_code_by_user').on('recovery_code').columns(['user_id', 'used_at']).execute()

    await db.schema
      .createTable('pending_login')
      .addColumn('token_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('user_id', 'text', c => c.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('pending_login_by_user').on('pending_login').column('user_id').execute()
    await db.schema.createIndex('pending_login_by_end').on('pending_login').column('expires_at').execute()
  },
}
