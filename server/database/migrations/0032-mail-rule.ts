import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Whether a contact address is confirmed as the customer's (decision 0050): one last entered by the customer is not,
 * unless one of its users has it. And no mail is recalled because of text written into it: only kinds that carry a link
 * name its token.
 */
export const mailRule: Migration = {
  name: '0032-mail-rule',
  async up(db) {
    await db.schema
      .alterTable('customer')
      .addColumn('is_email_confirmed', 'integer', c =>
        c.notNull().defaultTo(1).check(sql`is_email_confirmed in (0, 1)`),
      )
      .execute()
    await sql`update customer set is_email_confirmed = 0
      where email <> ''
        and not exists (select 1 from user_account as own
          where own.customer_id = customer.id and own.email_key = lower(customer.email))
        and (select user_account.role from audit_entry
          join user_account on user_account.id = audit_entry.actor_user_id
          where audit_entry.subject_id = customer.id and audit_entry.action = 'customer.updated'
            and ', ' || audit_entry.details || ', ' like '%, email, %'
          order by audit_entry.seq desc limit 1) = 'customer'`.execute(db)
    await sql`update outbox_mail set token_hash = null where token_hash is not null
      and kind not in ('email_changed', 'email_confirmation', 'invitation', 'newsletter_confirmation', 'password_reset')`.execute(
      db,
    )
  },
}
