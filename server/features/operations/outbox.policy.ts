import type { OutboxMail } from '#contract/operations.ts'
import type { Config } from '#server/config.ts'

/** A link that opens an account is shown only without a mail server: the outbox is then its only way to its user. */
export function showsLinks({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean {
  return smtpUrl === null
}

/** A sent mail can neither be recalled nor sent twice. */
export function canRetryMail(mail: { readonly state: OutboxMail['state'] }): boolean {
  return mail.state !== 'sent'
}
