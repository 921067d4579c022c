/** The address for a customer's invoices and news (decision 0050). */
import type { Transaction } from 'kysely'
import { confirmationHours } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { doubtSince } from '#server/auth/doubt.ts'
import { takeOutOfOutbox } from '#server/auth/one-time-tokens.ts'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { confirmationUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { confirmContactMail, contactChangedMail } from './contact-address.mails.ts'
import { findContactLink, isContactChangedBy } from './contact-address.queries.ts'
import type { FoundCustomer } from './customer.queries.ts'

/**
 * Replaces the customer's address: the old one is warned, and its pending confirmation link ends. Returns the columns
 * of the new one.
 */
export async function replaceAddress(
  trx: Transaction<Database>,
  context: Context,
  row: FoundCustomer['row'],
  email: string,
): Promise<{ is_email_confirmed: 0 | 1 } & typeof noContactLink> {
  await warnOldAddress(trx, context, row)
  const link = await endContactLink(trx, row)
  return { is_email_confirmed: await isKnownAddress(trx, context, row.id, email), ...link }
}

/**
 * Warns the replaced address. Not if the customer never confirmed it and the business replaces it: it may be a
 * stranger's.
 */
async function warnOldAddress(trx: Transaction<Database>, context: Context, row: FoundCustomer['row']): Promise<void> {
  if (isAdmin(context.actor) && row.is_email_confirmed !== 1) return
  await warnUser(trx, context, {
    email: row.email,
    about: { customerId: row.id },
    kind: 'contact_email_changed',
    mail: contactChangedMail(row.number, isAdmin(context.actor) ? 'business' : 'customer'),
  })
}

/** Addresses entered by the business are confirmed, and so is the address of one of its users. */
async function isKnownAddress(
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
    .where('email_key', '=', addressKey(email))
    .executeTakeFirst()
  return user === undefined ? 0 : 1
}

/**
 * Mails a link that confirms the contact address, once a day (decision 0050). An earlier link stops working. Does
 * nothing without an address, or with a confirmed one. Beyond the daily limit: 429 `mail.too_many`, or nothing for a
 * call with another purpose (`leave out`).
 */
export async function askToConfirmContact(
  trx: Transaction<Database>,
  context: Context,
  id: string,
  beyond?: 'leave out',
): Promise<void> {
  const { clock, config, engine } = context
  const customer = await trx
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', id)
    .$call(forUpdate(engine))
    .executeTakeFirstOrThrow()
  if (customer.email === '' || customer.is_email_confirmed === 1) return
  const token = newToken()
  const mail = renderMail(await getSender(trx), confirmContactMail(customer.number, confirmationUrl(config, token)))
  const addressed = { kind: 'contact_confirmation', to: customer.email, about: { customerId: id }, token } as const
  const isSent = await enqueueMail(trx, context, { ...addressed, ...(beyond && { beyond }), ...mail })
  if (!isSent) return
  await takeOutOfOutbox(trx, hashesOf(customer))
  await trx
    .updateTable('customer')
    .set({
      contact_token_hash: hashToken(token),
      contact_token_until: instantText(plusMs(clock.now(), confirmationHours * hourMs)),
    })
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, context, {
    action: 'customer.contact_confirmation_asked',
    subjectKind: 'customer',
    subjectId: id,
  })
}

/**
 * Confirms the contact address with the link mailed to it. Of several simultaneous calls one succeeds. 409
 * `account.token_invalid`.
 */
export async function confirmContact(trx: Transaction<Database>, context: Context, token: string): Promise<void> {
  const link = await findContactLink(trx, token, context.clock.now())
  if (link === undefined) throw new AppError('account.token_invalid')
  const confirmed = await trx
    .updateTable('customer')
    .set(eb => ({ is_email_confirmed: 1, ...noContactLink, revision: eb('revision', '+', 1) }))
    .set({ updated_at: instantText(context.clock.now()) })
    .where('id', '=', link.id)
    .where('contact_token_hash', '=', hashToken(token))
    .returning('id')
    .executeTakeFirst()
  if (confirmed === undefined) throw new AppError('account.token_invalid')
  await takeOutOfOutbox(trx, [hashToken(token)])
  await recordAudit(trx, context, { action: 'customer.contact_confirmed', subjectKind: 'customer', subjectId: link.id })
}

/**
 * Marks a contact address as unconfirmed after an account was recovered or repaired, if this user entered it in the
 * last thirty days or since the dispute began: a thief may have. A new link confirms it. Returns it for the mail to the
 * owner; undefined if it is not in doubt or it is `trusted`.
 */
export async function doubtContact(
  trx: Transaction<Database>,
  context: Context,
  user: { readonly id: string; readonly customer_id: string | null },
  { disputedSince, trusted }: { disputedSince: InstantText | undefined; trusted: string },
): Promise<string | undefined> {
  if (user.customer_id === null) return undefined
  const customer = await trx
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', user.customer_id)
    .$call(forUpdate(context.engine))
    .executeTakeFirstOrThrow()
  if (customer.email === '' || addressKey(customer.email) === addressKey(trusted)) return undefined
  const since = doubtSince(context.clock.now(), disputedSince)
  if (!(await isContactChangedBy(trx, { userId: user.id, customerId: customer.id, since }))) return undefined
  const link = await endContactLink(trx, customer)
  await trx
    .updateTable('customer')
    .set({ is_email_confirmed: 0, ...link, updated_at: instantText(context.clock.now()) })
    .set({ revision: customer.revision + 1 })
    .where('id', '=', customer.id)
    .execute()
  await recordAudit(trx, context, {
    action: 'customer.contact_disputed',
    subjectKind: 'customer',
    subjectId: customer.id,
  })
  return customer.email
}

/** Deletes expired links, and removes them from the outbox. */
export async function expireContactLinks(trx: Transaction<Database>, { clock }: Pick<Context, 'clock'>): Promise<void> {
  const now = instantText(clock.now())
  const late = await trx
    .selectFrom('customer')
    .select('contact_token_hash')
    .where('contact_token_hash', 'is not', null)
    .where('contact_token_until', '<=', now)
    .execute()
  if (late.length === 0) return
  await trx
    .updateTable('customer')
    .set(noContactLink)
    .where('contact_token_hash', 'is not', null)
    .where('contact_token_until', '<=', now)
    .execute()
  await takeOutOfOutbox(trx, late.flatMap(hashesOf))
}

const noContactLink = { contact_token_hash: null, contact_token_until: null } as const

/** Removes the link from the outbox with its address. Returns the cleared columns. */
export async function endContactLink(
  trx: Transaction<Database>,
  row: Pick<FoundCustomer['row'], 'contact_token_hash'>,
): Promise<typeof noContactLink> {
  await takeOutOfOutbox(trx, hashesOf(row))
  return noContactLink
}

function hashesOf({ contact_token_hash }: { contact_token_hash: string | null }): string[] {
  return contact_token_hash === null ? [] : [contact_token_hash]
}
