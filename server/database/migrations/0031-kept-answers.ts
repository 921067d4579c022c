import type { Migration } from './migration.ts'

/** Only the newest answers per user are kept; visitors, who sent keys until now, have none kept. */
export const keptAnswers: Migration = {
  name: '0031-kept-answers',
  async up(db) {
    await db.schema
      .createIndex('idempotency_key_of_owner')
      .on('idempotency_key')
      .columns(['owner', 'created_at'])
      .execute()
    await db.deleteFrom('idempotency_key').where('owner', 'like', 'visitor:%').execute()
  },
}
