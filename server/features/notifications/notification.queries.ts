import type { NotifiedWhen } from '#contract/notifications.ts'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'

export type NotifiedCustomer = {
  readonly isNotified: boolean
  readonly when: NotifiedWhen
  /**
   * The customer's own address if it is confirmed, else that of its first active user who has one; empty: no address.
   */
  readonly email: string
  /** No address until the customer's own one is confirmed (decision 0050). */
  readonly isAwaited: boolean
  /** The address for important mails: an unconfirmed address rather than none. */
  readonly importantEmail: string
}

/** A customer's notification settings and address. Throws for an unknown customer. */
export async function getNotifiedCustomer(connection: Connection, id: string): Promise<NotifiedCustomer> {
  const [customer] = await selectCustomer(connection, { id })
  if (customer === undefined) throw new Error(`There is no customer ${id} to notify.`)
  const isConfirmed = customer.email !== '' && customer.is_email_confirmed === 1
  const email = isConfirmed ? customer.email : await findUserEmail(connection, id)
  return {
    isNotified: customer.is_notified === 1,
    when: customer.notified_when,
    email,
    isAwaited: email === '' && customer.email !== '',
    importantEmail: email || customer.email,
  }
}

const selectCustomer = prepared<{ id: string }>()((db, param) =>
  db
    .selectFrom('customer')
    .select(['email', 'is_email_confirmed', 'is_notified', 'notified_when'])
    .where('id', '=', param('id')),
)

async function findUserEmail(connection: Connection, customerId: string): Promise<string> {
  const user = await connection
    .selectFrom('user_account')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('is_active', '=', 1)
    .where('email', '<>', '')
    .orderBy('username_key')
    .limit(1)
    .executeTakeFirst()
  return user?.email ?? ''
}

/** The business's notification settings and address: as set in its own record, else at once. */
export async function getNotifiedBusiness(
  connection: Connection,
): Promise<{ isNotified: boolean; when: NotifiedWhen; email: string }> {
  const { profile } = await getProfile(connection)
  const [own] = await selectOwnCustomer(connection, {})
  const isNotified = profile.email !== '' && (own === undefined || own.is_notified === 1)
  return { isNotified, when: own?.notified_when ?? 'immediately', email: profile.email }
}

/** The record of the business among its customers: that of the first admin. */
const selectOwnCustomer = prepared<Record<never, never>>()(db =>
  db
    .selectFrom('user_account')
    .innerJoin('customer', 'customer.id', 'user_account.customer_id')
    .select(['customer.is_notified', 'customer.notified_when'])
    .where('user_account.role', '=', 'admin')
    .where('user_account.is_active', '=', 1)
    .orderBy('user_account.id')
    .limit(1),
)

export type Bundle = { readonly customer_id: string; readonly bundle: string }

/** Bundles with something due: each becomes one mail. */
export async function listDueBundles(connection: Connection, now: Date): Promise<Bundle[]> {
  return connection
    .selectFrom('notification')
    .select(['customer_id', 'bundle'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', instantText(now))
    .groupBy(['customer_id', 'bundle'])
    .execute()
}
