/** The address invoices and news of a customer go to (decision 0050). */
import type { Transaction } from 'kysely'
import { isAdmin } from '#server/auth/actor.ts'
import type { Context } from '#server/context.ts'
import { foldCase } from '#server/database/fold.ts'
import type { Database } from '#server/database/schema.ts'
import { contactChangedMail } from '#server/features/customers/mails.ts'
import type { FoundCustomer } from '#server/features/customers/queries.ts'
import { warnUser } from '#server/features/notifications/commands.ts'

/**
 * Tells the address a customer has had that it is not the customer's any more. One that the customer never confirmed, and
 * the business replaces, is nobody's to tell.
 */
export async function warnOldAddress(
  trx: Transaction<Database>,
  context: Context,
  row: FoundCustomer['row'],
): Promise<void> {
  if (isAdmin(context.actor) && row.is_email_confirmed !== 1) return
  await warnUser(trx, context, {
    email: row.email,
    about: { customerId: row.id },
    kind: 'contact_email_changed',
    mail: contactChangedMail(row.number, isAdmin(context.actor) ? 'business' : 'customer'),
  })
}

/** What the business enters is known to be the customer's, and so is the address of one of its users. */
export async function isKnownAddress(
  trx: Transaction<Database>,
  { actor }: Context,
  id: string,
  email: string,
): Promise<0 | 1> {
  if (isAdmin(actor)) return 1
  const user = await trx
    .selectFrom('user_account')
    .select('id')
    .where('customer_id', '=', id)
    .where('email_key', '=', foldCase(email))
    .executeTakeFirst()
  return user === undefined ? 0 : 1
}
