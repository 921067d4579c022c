import type { Selectable } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { type Actor, isImpersonating, type UserActor } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { type EmailChange, findPendingEmailChange } from '#server/features/accounts/email-change.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { type Consent, findConsents } from '#server/features/newsletters/newsletter-consent.queries.ts'
import { getNotifiedCustomer } from '#server/features/notifications/notification.queries.ts'

export type FoundSettings = {
  user: Selectable<UserAccountTable>
  emailChange: EmailChange | undefined
  customer:
    | (Selectable<CustomerTable> & {
        displayName: string
        /** Until when the link that confirms the contact address works; null: none is pending. */
        contactPendingUntil: string | null
        notificationsEmail: string
        consents: { confirmed: Consent | undefined; pending: Consent | undefined }
      })
    | null
}

/** Everything the own settings show. */
export async function getOwnSettings(connection: Connection, actor: UserActor, now: Date): Promise<FoundSettings> {
  const user = await connection.selectFrom('user_account').selectAll().where('id', '=', actor.userId).executeTakeFirst()
  if (user === undefined) throw new AppError('not_found')
  return {
    user,
    emailChange: await findPendingEmailChange(connection, user.id, now),
    customer: user.customer_id === null ? null : await getCustomerPart(connection, user.customer_id, now),
  }
}

async function getCustomerPart(connection: Connection, id: string, now: Date): Promise<FoundSettings['customer']> {
  const customer = await connection.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { email } = await getNotifiedCustomer(connection, id)
  return {
    ...customer,
    displayName: displayNameOf(customer),
    contactPendingUntil: pendingUntil(customer, now),
    notificationsEmail: email,
    consents: await findConsents(connection, id, now),
  }
}

function pendingUntil(
  { is_email_confirmed, contact_token_until }: Selectable<CustomerTable>,
  now: Date,
): string | null {
  if (is_email_confirmed === 1 || contact_token_until === null) return null
  return contact_token_until > instantText(now) ? contact_token_until : null
}

/** The user of the settings; 404 `not_found` in an impersonation, which has no user. */
export function getOwner(actor: Actor): UserActor {
  if (actor.kind !== 'user' || isImpersonating(actor)) throw new AppError('not_found')
  return actor
}
