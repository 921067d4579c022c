/** Limits for mails that non-admins cause (decision 0050). Mails of the business or the portal itself are unlimited. */
import { passwordResetMinutes } from '#contract/limits.ts'
import type { MailKind } from '#contract/mail-kinds.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'
import { type Counted, countedNetworks } from '#server/auth/client-network.ts'

export type MailRule = {
  /**
   * Per kind and day from one customer, or from one network of visitors; null: each goes to the account it is about.
   * Warnings to a confirmed address are counted but not suppressed.
   */
  readonly perSender: number | null
  /** Per kind, account and day to one address of it; the mailbox of the business takes `businessPerDay`. */
  readonly perRecipient: number
  /**
   * `refuse`: the call fails with 429. `leave out`: it continues without the mail, because the portal shows the same.
   */
  readonly beyond: 'refuse' | 'leave out'
  /** Goes to an address that the account has or had, without a check for confirmation. */
  readonly isToOwner?: true
}

/** Per kind to the mailbox of the business, from all causes. */
export const businessPerDay = 100

/** To an unconfirmed address, of all kinds and senders. */
export const unconfirmedPerDay = 1

/** This many links for a new password are mailed on request; then one at a time, while it works. */
export const freeResetsPerDay = 5
const resetsPerDay = freeResetsPerDay + (24 * 60) / passwordResetMinutes

const warning: MailRule = { perSender: null, perRecipient: 10, beyond: 'leave out', isToOwner: true }

/** null: only the business and the portal itself cause it; any other cause is our own fault. */
export const mailRules: Readonly<Record<MailKind, MailRule | null>> = {
  admin_made: warning,
  contact_email_changed: { perSender: 5, perRecipient: 3, beyond: 'leave out' },
  email_changed: { ...warning, perRecipient: 20 },
  login_unknown_device: warning,
  password_changed: warning,
  recovery_code_used: warning,
  second_factor_changed: warning,
  username_changed: warning,

  contact_confirmation: { perSender: 5, perRecipient: 1, beyond: 'refuse' },
  email_confirmation: { perSender: 5, perRecipient: 1, beyond: 'refuse' },
  erasure: { perSender: 3, perRecipient: 3, beyond: 'refuse' },
  erasure_withdrawn: { perSender: 3, perRecipient: 3, beyond: 'leave out' },
  message: { perSender: 20, perRecipient: 20, beyond: 'leave out' },
  newsletter_confirmation: { perSender: 5, perRecipient: 5, beyond: 'refuse' },
  password_reset: { perSender: 50, perRecipient: resetsPerDay, beyond: 'leave out', isToOwner: true },
  request: { perSender: 20, perRecipient: 20, beyond: 'leave out' },
  invoice_question: { perSender: 20, perRecipient: 20, beyond: 'leave out' },
  ticket_wish: { perSender: 20, perRecipient: 20, beyond: 'leave out' },
  ticket_budget: { perSender: 10, perRecipient: 5, beyond: 'leave out' },
  // Customers add domains themselves, and decide whether they fail.
  dns_failing: { perSender: 20, perRecipient: 20, beyond: 'leave out' },
  dns_recovered: { perSender: 20, perRecipient: 20, beyond: 'leave out' },

  application_silent: null,
  certificate_expiring: null,
  energy_prices_missing: null,
  energy_alarm: null,
  energy_alarm_over: null,
  energy_negative_prices: null,
  erasure_done: null,
  invitation: null,
  invoice_published: null,
  invoice_question_answered: null,
  message_reply: null,
  more_in_portal: null,
  newsletter: null,
  newsletter_test: null,
  notifications: null,
  request_answered: null,
  ticket_entry: null,
  ticket_finished: null,
  website_down: null,
  website_up: null,
}

/**
 * The cause of a mail, for counting: a customer, a user without one, the networks of a visitor; null: the business or
 * the portal itself.
 */
export function sendersOf({
  actor,
  address,
}: {
  readonly actor: Actor
  readonly address: string
}): readonly Counted[] | null {
  if (isAdmin(actor)) return null
  if (actor.kind !== 'user') {
    return countedNetworks(address).map(({ name, times }) => ({ name: `network ${name}`, times }))
  }
  const name = actor.customerId === null ? `user ${actor.userId}` : `customer ${actor.customerId}`
  return [{ name, times: 1 }]
}
