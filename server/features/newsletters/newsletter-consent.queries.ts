import type { Selectable } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import type { NewsletterConsentTable } from '#server/database/platform-tables.ts'

export type Consent = Selectable<NewsletterConsentTable>
type CurrentConsents = { readonly confirmed: Consent | undefined; readonly pending: Consent | undefined }

/** A customer's current state: the valid consent, and the one that still waits for its link. */
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

/**
 * All requests for consent and their answers of a customer, the latest first; one customer has few. For the business:
 * else 404.
 */
export async function listConsents(
  connection: Connection,
  scope: Scope,
  customerId: string,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ count: number; rows: Consent[] }> {
  const customer = await connection.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst()
  if (customer === undefined || scope.customers !== 'all') throw new AppError('not_found')
  const ofCustomer = connection.selectFrom('newsletter_consent').where('customer_id', '=', customerId)
  const { count } = await ofCustomer.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await ofCustomer
    .selectAll()
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { count, rows }
}

/** The consent of a link, while the link is valid. */
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

/**
 * The customers who get the newsletter at this customer's address, itself included. Addresses are compared as for
 * sending, where several customers with one address get one mail.
 */
export async function listCustomersAtAddressOf(connection: Connection, customerId: string): Promise<string[]> {
  const confirmed = await connection
    .selectFrom('newsletter_consent')
    .select(['customer_id', 'email'])
    .where('state', '=', 'confirmed')
    .execute()
  const own = confirmed.find(consent => consent.customer_id === customerId)
  if (own === undefined) return [customerId]
  const key = addressKey(own.email)
  return confirmed.filter(({ email }) => addressKey(email) === key).map(consent => consent.customer_id)
}
