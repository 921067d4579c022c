/** The tables of mails and of what is told by them. */
import type { Generated } from 'kysely'
import type { NewsletterState } from '#contract/newsletters.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { InstantText, Revised, Timestamps } from './schema-columns.ts'

export type OutboxMailTable = Timestamps & {
  id: string
  kind: string
  /** One mail per matter: a second row with the same key is not made. */
  key: string | null
  recipient: string
  /** The customer it is written to or about; null for all others, and for mails from before there was this column. */
  customer_id: string | null
  /** Address an answer goes to; empty = the sender. */
  reply_to: string
  subject: string
  text: string
  html: string
  /** Where a click stops mails like this one; empty for those nobody can stop. */
  unsubscribe_url: string
  /** Mails that belong together: the id of the newsletter they carry; empty for all others. */
  batch: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: InstantText
  lease_until: InstantText | null
  sent_at: InstantText | null
  last_error: string
  /** Of the one-time link the mail carries: when that has served, it is taken out. */
  token_hash: string | null
}

/** What a customer is told, or the business of a customer: waits for its mail, is in one, or came when nobody wanted it any more. */
export type NotificationTable = {
  id: string
  customer_id: string
  kind: NotificationKind | 'ticket_wish'
  /** Unique within the kind: nothing is told twice. */
  key: string
  /** Matters of the same bundle that are due together leave in one mail. */
  bundle: string
  /** What a bundle of several is about; empty for all that wait for the morning. */
  bundle_subject: string
  /** The mail as JSON; empty once it has left. */
  content: string
  state: 'waiting' | 'sent' | 'dropped'
  due_at: InstantText
  created_at: InstantText
}

/** A wish for another e-mail address of a user: it counts when its link, mailed to the new address, is used. */
export type EmailChangeTable = Timestamps & {
  id: string
  user_id: string
  old_email: string
  new_email: string
  token_hash: string
  state: 'pending' | 'confirmed' | 'cancelled' | 'replaced' | 'expired' | 'stopped'
  expires_at: InstantText
  /** The last address nobody disputed: it can stop this change, and holds again then. Not always `old_email`. */
  stop_email: string
  /** When the first of the changes was asked for that this address can stop. */
  disputed_since: InstantText
  /** Until then it can. */
  stoppable_until: InstantText
}

/** The link in warnings about a factor that was added. Those of changes of the address stand in `email_change`. */
export type StopLinkTable = Pick<
  EmailChangeTable,
  'id' | 'user_id' | 'stop_email' | 'disputed_since' | 'stoppable_until'
> & {
  /** Since when it works; to come while another address than the present one can stop changes. */
  created_at: InstantText
}

/** Who wanted the newsletter, in which words, from when to when. Never deleted but with its customer. */
export type NewsletterConsentTable = {
  id: string
  customer_id: string
  user_id: string | null
  email: string
  /** The words that were agreed to. */
  wording: string
  token_hash: string
  state: 'pending' | 'confirmed' | 'ended'
  asked_at: InstantText
  /** Network addresses, as proof. */
  asked_from: string
  expires_at: InstantText
  confirmed_at: InstantText | null
  confirmed_from: string
  ended_at: InstantText | null
  end_reason: '' | 'unsubscribed' | 'switched_off' | 'replaced' | 'expired' | 'email_changed'
}

/** Its counts are written by the job that sends it. */
export type NewsletterTable = Revised & {
  id: string
  subject: string
  body: string
  state: NewsletterState
  recipients_count: Generated<number>
  sent_count: Generated<number>
  failed_count: Generated<number>
  remaining_count: Generated<number>
  started_at: InstantText | null
  finished_at: InstantText | null
}

type NewsletterRecipientTable = {
  newsletter_id: string
  /** What made them a recipient: in force when the mail was made. */
  consent_id: string
  customer_id: string
  email: string
  email_key: string
  state: 'waiting' | 'mailed' | 'skipped'
}

export type MailTables = {
  newsletter: NewsletterTable
  newsletter_recipient: NewsletterRecipientTable
  outbox_mail: OutboxMailTable
  notification: NotificationTable
  email_change: EmailChangeTable
  stop_link: StopLinkTable
  newsletter_consent: NewsletterConsentTable
}
