import type { Selectable } from 'kysely'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { NewsletterConsentTable } from '#server/database/schema-mail.ts'

export type Consent = Selectable<NewsletterConsentTable>
type CurrentConsents = { readonly confirmed: Consent | undefined; readonly pending: Consent | undefined }

/** What holds for a customer now: the consent that counts, and the one that still waits for its link. */
export async function findConsents(connection: Connection, customerId: string, now: Date): Promise<CurrentConsents> {
  const rows = await connection
    .selectFrom('newsletter_consent')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['pending', 'confirmed'])
    .execute()
  return {
    confirmed: rows.find(({ state }) => state === 'confirmed'),
    pending: rows.find(({ state, expires_at }) => state === 'pending' && expires_at > instantText(now)),
  }
}

/** The consent a link stands for, while it can still be used. */
export async function findConsentByToken(
  connection: Connection,
  token: string,
  now: Date,
): Promise<Consent | undefined> {
  return connection
    .selectFrom('newsletter_consent')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('state', '=', 'pending')
    .where('expires_at', '>', instantText(now))
    .executeTakeFirst()
}
