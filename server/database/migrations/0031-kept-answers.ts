import type { Migration } from './migrate.ts'

/** Of one user only the newest answers are kept; those of visitors, who sent keys until now, are not kept at all. */
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
