import type { OutboxMail } from '#contract/operations.ts'

/** A mail that has left cannot be called back nor sent twice. */
export function canRetryMail(mail: { readonly state: OutboxMail['state'] }): boolean {
  return mail.state !== 'sent'
}
