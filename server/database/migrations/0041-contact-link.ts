import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The link that confirms a contact address: one at a time, deleted with the address it was mailed to. */
export const contactLink: Migration = {
  name: '0041-contact-link',
  async up(db) {
    await db.schema
      .alterTable('customer')
      .addColumn('contact_token_hash', 'text', c => c.check(sql`length(contact_token_hash) = 64`))
      .execute()
    await db.schema.alterTable('customer').addColumn('contact_token_until', 'text').execute()
    await db.schema
      .createIndex('customer_by_contact_token')
      .on('customer')
      .column('contact_token_hash')
      .unique()
      .where(sql<boolean>`contact_token_hash is not null`)
      .execute()
  },
}
