import type { OutboxMail } from '#contract/operations.ts'
import type { Config } from '#server/config.ts'

/** A link that opens an account is shown only where no mail server brings it: the outbox is the one way it reaches somebody. */
export function showsLinks({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean {
  return smtpUrl === null
}

/** A mail that has left cannot be called back nor sent twice. */
export function canRetryMail(mail: { readonly state: OutboxMail['state'] }): boolean {
  return mail.state !== 'sent'
}
