/** Outgoing mails: stored in the transaction that causes them, sent by the worker after its commit. */
import { expressionBuilder, type Transaction } from 'kysely'
import type { MailKind } from '#contract/mail-kinds.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { wakeAfterCommit } from '#server/database/transaction.ts'
import { baseUrl } from './base-url.ts'
import { type About, admitMail, byPortal } from './budget.ts'
import { renderMail } from './layout.ts'
import { moreInPortalMail } from './more-in-portal.mails.ts'
import { getSender } from './sender.ts'

/** The cause of a mail, its time, and the base of its links. */
export type MailContext = Pick<Context, 'clock' | 'config' | 'actor' | 'address'>

export type NewMail = {
  /** Its kind; `mail-rules.ts` limits how often people may cause it. */
  readonly kind: MailKind
  /** One mail per matter: with a key that this kind has already used, nothing is sent. */
  readonly key?: string
  /** One address, without a name. */
  readonly to: string
  /** The customer it is written to or about; the mail is deleted with that customer. */
  readonly about: About
  /** The reply-to address, if not the business. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Sent along with a call that has another purpose: beyond its limit it is omitted, and the call continues. */
  readonly beyond?: 'leave out'
  /** Of the one-time link in it: after its use it is removed, and the mail, if it still waits, is not sent. */
  readonly token?: string
  /** Groups mails that belong together. */
  readonly batch?: string
  /** The one-click unsubscribe address (RFC 8058); see `unsubscribe-link.ts`. */
  readonly unsubscribeUrl?: string
}

/**
 * Puts a mail into the outbox. It is sent only if the transaction commits. Returns false for a mail that people have
 * caused too often and that is omitted; where the call is refused instead, throws `mail.too_many` (429). Throws for an
 * invalid address.
 */
export async function enqueueMail(trx: Transaction<Database>, context: MailContext, mail: NewMail): Promise<boolean> {
  const recipient = plainAddress(mail.to)
  if (mail.key !== undefined && (await isKnown(trx, mail.kind, mail.key))) return false
  const admission = await admitMail(trx, context, mail)
  if (admission === 'first beyond') await announceMoreMails(trx, context, mail)
  if (admission !== 'sent') return false
  return storeMail(trx, context, { ...mail, to: recipient })
}

async function storeMail(trx: Transaction<Database>, { clock }: MailContext, mail: NewMail): Promise<boolean> {
  const now = instantText(clock.now())
  const id = newId()
  const stored = await trx
    .insertInto('outbox_mail')
    .values({
      id,
      kind: mail.kind,
      key: mail.key ?? null,
      customer_id: customerOf(mail.about),
      recipient: mail.to,
      reply_to: mail.replyTo === undefined ? '' : plainAddress(mail.replyTo),
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      unsubscribe_url: mail.unsubscribeUrl ?? '',
      batch: mail.batch ?? '',
      state: 'waiting',
      attempts: 0,
      next_attempt_at: now,
      lease_until: null,
      sent_at: null,
      last_error: '',
      token_hash: mail.token === undefined ? null : hashToken(mail.token),
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())
    .returning('recipient')
    .executeTakeFirst()
  if (stored === undefined) return false
  await saveSearchTerms(trx, 'outbox_mail', id, [stored.recipient])
  wakeAfterCommit(trx)
  return true
}

async function isKnown(trx: Transaction<Database>, kind: MailKind, key: string): Promise<boolean> {
  const known = await trx
    .selectFrom('outbox_mail')
    .select('id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
  return known.length > 0
}

/** The business is notified once a day and kind that the rest is in the portal. */
async function announceMoreMails(trx: Transaction<Database>, context: MailContext, mail: NewMail): Promise<void> {
  const content = moreInPortalMail(mail.kind, `${baseUrl(context.config)}/admin-portal/home`)
  const letter = renderMail(await getSender(trx), content)
  const key = `${mail.kind}:${calendarDate(context.clock.now())}`
  await storeMail(trx, byPortal(context), { kind: 'more_in_portal', key, to: mail.to, about: null, ...letter })
}

function customerOf(about: About) {
  if (about === null || 'customerId' in about) return about?.customerId ?? null
  const { selectFrom } = expressionBuilder<Database, never>()
  return selectFrom('user_account').select('user_account.customer_id').where('user_account.id', '=', about.userId)
}

/** Exactly one address: a comma, a line break or a bracket would add recipients or headers. */
function plainAddress(address: string): string {
  const trimmed = address.trim()
  if (!/^[^\s,;:<>()[\]"\\\p{Cc}]+@[^\s,;:<>()[\]"\\@\p{Cc}]+$/u.test(trimmed)) {
    throw new Error('A mail was to go to something that is no address.')
  }
  return trimmed
}

/** Line breaks and control characters in a subject would begin a header of their own. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
