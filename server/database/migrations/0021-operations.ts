import { saveSearchTerms } from '#server/database/search-terms.ts'
import type { Migration } from './migration.ts'

/** The log is filtered by actor, action and time; mails are found by their recipient. */
export const operations: Migration = {
  name: '0021-operations',
  async up(db) {
    await db.schema.createIndex('audit_entry_by_action').on('audit_entry').columns(['action', 'seq']).execute()
    await db.schema.createIndex('audit_entry_by_actor').on('audit_entry').columns(['actor_user_id', 'seq']).execute()
    await db.schema.createIndex('audit_entry_by_at').on('audit_entry').columns(['at', 'seq']).execute()
    for (let last = ''; ; ) {
      const mails = await db
        .selectFrom('outbox_mail')
        .select(['id', 'recipient'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(1_000)
        .execute()
      for (const { id, recipient } of mails) await saveSearchTerms(db, 'outbox_mail', id, [recipient])
      const end = mails.at(-1)
      if (end === undefined) return
      last = end.id
    }
  },
}
