import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Passkeys of users (WebAuthn), and the challenges for their browsers: each is used once. */
export const passkeys: Migration = {
  name: '0023-passkeys',
  async up(db) {
    await db.schema
      .createTable('passkey')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('user_id', 'text', c => c.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', c => c.notNull().unique())
      .addColumn('public_key', 'text', c => c.notNull())
      .addColumn('counter', 'bigint', c => c.notNull().check(sql`counter >= 0`))
      .addColumn('transports', 'text', c => c.notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('last_used_at', 'text')
      .execute()
    await db.schema.createIndex('passkey_by_user').on('passkey').columns(['user_id', 'id']).execute()

    await db.schema
      .createTable('passkey_challenge')
      .addColumn('challenge_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('purpose', 'text', c => c.notNull().check(sql`purpose in ('registration', 'login')`))
      .addColumn('user_id', 'text', c => c.references('user_account.id').onDelete('cascade'))
      .addColumn('expires_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('passkey_challenge_by_user').on('passkey_challenge').column('user_id').execute()
    await db.schema.createIndex('passkey_challenge_by_end').on('passkey_challenge').column('expires_at').execute()
  },
}
