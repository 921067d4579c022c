import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/**
 * Protection against lost and repeated requests: a repeated POST whose first answer was lost after its commit, reads in
 * flight during a token renewal, and links that stayed readable in the outbox after their use.
 */
export const lostAnswers: Migration = {
  name: '0010-lost-answers',
  async up(db, engine) {
    await db.schema
      .alterTable('idempotency_key')
      .addColumn('is_effective', 'integer', c => c.notNull().defaultTo(0).check(sql`is_effective in (0, 1)`))
      .execute()

    await db.schema.alterTable('session').addColumn('previous_token_hash', 'text').execute()
    await db.schema.alterTable('session').addColumn('previous_token_until', 'text').execute()
    await db.schema
      .createIndex('session_by_previous_token')
      .on('session')
      .column('previous_token_hash')
      .where(sql.ref('previous_token_hash'), 'is not', null)
      .execute()

    await db.schema.alterTable('outbox_mail').addColumn('token_hash', keyText(engine)).execute()
    await db.schema
      .createIndex('outbox_mail_with_token')
      .on('outbox_mail')
      .column('token_hash')
      .where(sql.ref('token_hash'), 'is not', null)
      .execute()
  },
}
