/** The newsletter needs a double opt-in: once here, once with a mailed link. */
import type { Transaction } from 'kysely'
import { confirmationHours } from '#contract/limits.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { takeOutOfOutbox } from '#server/auth/one-time-tokens.ts'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { newId } from '#server/database/ids.ts'
import type { NewsletterConsentTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { getNotifiedCustomer } from '#server/features/notifications/notification.queries.ts'
import { confirmationUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { consentWording, newsletterConfirmationMail } from './newsletter-consent.mails.ts'
import { findConsentByToken, findConsents, listCustomersAtAddressOf } from './newsletter-consent.queries.ts'

type Trx = Transaction<Database>
type EndReason = Exclude<NewsletterConsentTable['end_reason'], ''>

/**
 * Mails a link that starts the newsletter: to the user who asks for their own customer, else to the customer. An
 * earlier link stops working. 422 `newsletter.no_email` without an address, 429 `mail.too_many` beyond the limit.
 */
export async function askForNewsletter(trx: Trx, context: Context, customerId: string): Promise<void> {
  const { clock, address, config } = context
  const { email, userId } = await findSubscriber(trx, context, customerId)
  if (email === '') throw invalidField('newsletter', 'newsletter.no_email')
  await endConsents(trx, context, customerId, ['pending'], 'replaced')
  const sender = await getSender(trx)
  const token = newToken()
  const now = clock.now()
  await trx
    .insertInto('newsletter_consent')
    .values({
      id: newId(),
      customer_id: customerId,
      user_id: userId,
      email,
      wording: consentWording(sender.companyName),
      token_hash: hashToken(token),
      state: 'pending',
      asked_at: instantText(now),
      asked_from: address,
      expires_at: instantText(plusMs(now, confirmationHours * hourMs)),
      confirmed_at: null,
      confirmed_from: '',
      ended_at: null,
      end_reason: '',
    })
    .execute()
  const link = confirmationUrl(config, token)
  const mail = renderMail(sender, newsletterConfirmationMail(sender.companyName, link))
  const about = { customerId }
  await enqueueMail(trx, context, { kind: 'newsletter_confirmation', to: email, about, token, ...mail })
  await recordAudit(trx, context, { action: 'newsletter.asked', subjectKind: 'customer', subjectId: customerId })
}

/** The link was used: the newsletter starts. Of several simultaneous tries one succeeds. */
export async function confirmNewsletter(trx: Trx, context: Context, token: string): Promise<void> {
  const now = instantText(context.clock.now())
  const consent = await findConsentByToken(trx, token, context.clock.now())
  if (consent === undefined) throw new AppError('account.token_invalid')
  await endConsents(trx, context, consent.customer_id, ['confirmed'], 'replaced')
  const confirmed = await trx
    .updateTable('newsletter_consent')
    .set({ state: 'confirmed', confirmed_at: now, confirmed_from: context.address })
    .where('id', '=', consent.id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (confirmed === undefined) throw new AppError('account.token_invalid')
  await takeOutOfOutbox(trx, [consent.token_hash])
  await markCustomer(trx, context, consent.customer_id, true)
  await trx
    .updateTable('customer')
    .set({ is_email_confirmed: 1 })
    .where('id', '=', consent.customer_id)
    .where('email', '=', consent.email)
    .execute()
  await recordAudit(trx, context, {
    action: 'newsletter.confirmed',
    subjectKind: 'customer',
    subjectId: consent.customer_id,
  })
}

/** Ends the newsletter at once, and a pending link. Does nothing where there is neither. */
export async function endNewsletter(
  trx: Trx,
  context: Context,
  customerId: string,
  reason: 'unsubscribed' | 'switched_off',
): Promise<void> {
  const ended = await endConsents(trx, context, customerId, ['pending', 'confirmed'], reason)
  const wasOn = await markCustomer(trx, context, customerId, false)
  await callBackMails(trx, customerId)
  if (ended.length === 0 && !wasOn) return
  await recordAudit(trx, context, {
    action: 'newsletter.ended',
    subjectKind: 'customer',
    subjectId: customerId,
    details: reason,
  })
}

/**
 * Ends the newsletter at this customer's address: both for the customer and for another who shares the address and
 * would get the next one there.
 */
export async function unsubscribeFromNewsletter(trx: Trx, context: Context, customerId: string): Promise<void> {
  for (const id of await listCustomersAtAddressOf(trx, customerId)) {
    await endNewsletter(trx, context, id, 'unsubscribed')
  }
}

/** A subscriber has just confirmed another address: the consent moves there. The caller audits. */
export async function moveNewsletter(
  trx: Trx,
  context: Context,
  customerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { confirmed } = await findConsents(trx, customerId, context.clock.now())
  if (confirmed === undefined || addressKey(confirmed.email) !== addressKey(from)) return
  const now = instantText(context.clock.now())
  await endConsents(trx, context, customerId, ['confirmed'], 'email_changed')
  await trx
    .insertInto('newsletter_consent')
    .values({
      ...confirmed,
      id: newId(),
      email: to,
      token_hash: hashToken(newToken()),
      confirmed_at: now,
      confirmed_from: context.address,
    })
    .execute()
}

/** Deletes requests not confirmed in time, and removes their links from the outbox. */
export async function expireConsents(trx: Trx, { clock }: Pick<Context, 'clock'>): Promise<void> {
  const now = instantText(clock.now())
  const expired = await trx
    .updateTable('newsletter_consent')
    .set({ state: 'ended', ended_at: now, end_reason: 'expired' })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .returning('token_hash')
    .execute()
  await takeOutOfOutbox(
    trx,
    expired.map(({ token_hash }) => token_hash),
  )
}

async function findSubscriber(
  trx: Trx,
  { actor }: Pick<Context, 'actor'>,
  customerId: string,
): Promise<{ email: string; userId: string | null }> {
  if (actor.kind === 'user' && actor.customerId === customerId) {
    const user = await trx.selectFrom('user_account').select('email').where('id', '=', actor.userId).executeTakeFirst()
    if (user?.email) return { email: user.email, userId: actor.userId }
  }
  const { importantEmail: email } = await getNotifiedCustomer(trx, customerId)
  return { email, userId: null }
}

async function endConsents(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  customerId: string,
  states: readonly ('pending' | 'confirmed')[],
  reason: EndReason,
): Promise<{ token_hash: string }[]> {
  const ended = await trx
    .updateTable('newsletter_consent')
    .set({ state: 'ended', ended_at: instantText(clock.now()), end_reason: reason })
    .where('customer_id', '=', customerId)
    .where('state', 'in', states)
    .returning('token_hash')
    .execute()
  await takeOutOfOutbox(
    trx,
    ended.map(({ token_hash }) => token_hash),
  )
  return ended
}

/** Recalls a newsletter that was not sent yet. */
async function callBackMails(trx: Trx, customerId: string): Promise<void> {
  await trx
    .deleteFrom('outbox_mail')
    .where('kind', '=', 'newsletter')
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('batch', 'in', eb =>
      eb.selectFrom('newsletter').select('newsletter.id').where('newsletter.state', 'in', ['sending', 'paused']),
    )
    .where('recipient', 'in', eb =>
      eb
        .selectFrom('newsletter_recipient')
        .select('newsletter_recipient.email')
        .where('newsletter_recipient.customer_id', '=', customerId),
    )
    .execute()
}

/** Updates the record from the consents, for lists and everybody who views a customer. Returns whether it changed. */
async function markCustomer(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  customerId: string,
  isOn: boolean,
): Promise<boolean> {
  const marked = await trx
    .updateTable('customer')
    .set(eb => ({
      has_newsletter: isOn ? 1 : 0,
      updated_at: instantText(clock.now()),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', customerId)
    .where('has_newsletter', '=', isOn ? 0 : 1)
    .returning('id')
    .execute()
  return marked.length > 0
}
