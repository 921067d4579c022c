import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Passwords of credentials, sealed (`server/secrets`), and whether the customer sees the credential at all. One sealed
 * value per key, made on its first use, shows at each start that the keys file fits the database.
 */
export const vault: Migration = {
  name: '0019-vault',
  async up(db) {
    await db.schema.alterTable('service_credential').addColumn('sealed_password', 'text').execute()
    await db.schema
      .alterTable('service_credential')
      .addColumn('is_shared', 'integer', c => c.notNull().defaultTo(1).check(sql`is_shared in (0, 1)`))
      .execute()
    for (const owner of ['service', 'customer']) {
      await db.schema.dropIndex(`service_credential_of_${owner}`).execute()
      await db.schema
        .createIndex(`service_credential_of_${owner}`)
        .on('service_credential')
        .columns([`${owner}_id`, 'id', 'is_shared'])
        .execute()
    }

    await db.schema
      .createTable('key_canary')
      .addColumn('key_id', 'text', c => c.primaryKey().notNull())
      .addColumn('sealed', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
  },
}
