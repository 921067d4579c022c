import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Account recovery: who may stop a change of the address, and since when it is in dispute; which device marks are
 * valid.
 */
export const recovery: Migration = {
  name: '0035-recovery',
  async up(db) {
    await db.schema
      .alterTable('user_account')
      .addColumn('access_generation', 'integer', c => c.notNull().defaultTo(0))
      .execute()
    for (const column of ['stop_email', 'disputed_since']) {
      await db.schema
        .alterTable('email_change')
        .addColumn(column, 'text', c => c.notNull().defaultTo(''))
        .execute()
    }
    // Of several changes at once, the address before the first of them can stop them all.
    await sql`
      update email_change set
        stop_email = coalesce((${firstInDispute('old_email')}), old_email),
        disputed_since = coalesce((${firstInDispute('created_at')}), created_at)
    `.execute(db)
  },
}

function firstInDispute(column: string) {
  return sql`
    select ${sql.ref(`first.${column}`)} from email_change as first
    where first.user_id = email_change.user_id and first.created_at < email_change.created_at
      and first.stoppable_until > email_change.created_at and first.state <> 'stopped' and first.old_email <> ''
    order by first.created_at limit 1
  `
}
