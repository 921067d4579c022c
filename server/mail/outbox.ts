/** Mails on their way out: stored in the transaction that causes them, sent by the worker after its commit. */
import { expressionBuilder, type Transaction } from 'kysely'
import { linkedTokenHash } from '#server/auth/one-time-tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Services } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { wakeAfterCommit } from '#server/database/transaction.ts'

/** A customer, or that of a user; null: none, or of messages whose sender is not known. */
export type About = { readonly customerId: string } | { readonly userId: string } | null

export type NewMail = {
  /** What it is about: `invitation`, `ticket_budget`. */
  readonly kind: string
  /** One mail per matter: with a key that this kind has had before, nothing is sent. */
  readonly key?: string
  /** One address, without a name. */
  readonly to: string
  /** Whom it is written to or about: it is that customer's, and goes with it. */
  readonly about: About
  /** Where an answer goes, when not to the business. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What the mail belongs together with others for. */
  readonly batch?: string
  /** Where one click stops mails like this one (RFC 8058); see `unsubscribe-link.ts`. */
  readonly unsubscribeUrl?: string
}

/** Puts a mail into the outbox. It leaves only if the transaction commits. Throws for an address that is none. */
export async function enqueueMail(
  trx: Transaction<Database>,
  { clock }: Pick<Services, 'clock'>,
  mail: NewMail,
): Promise<void> {
  const now = instantText(clock.now())
  const id = newId()
  const stored = await trx
    .insertInto('outbox_mail')
    .values({
      id,
      kind: mail.kind,
      key: mail.key ?? null,
      customer_id: customerOf(mail.about),
      recipient: plainAddress(mail.to),
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
      token_hash: linkedTokenHash(mail.text),
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())
    .returning('recipient')
    .executeTakeFirst()
  if (stored === undefined) return
  await saveSearchTerms(trx, 'outbox_mail', id, [stored.recipient])
  wakeAfterCommit(trx)
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
