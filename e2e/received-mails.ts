/** The mails in users' mailboxes. */
import type { SinkMail, SmtpSink } from '#server/testing/smtp-sink.ts'

/** Waits for the mail with this subject to this address; skips the first `after` mails to anybody. */
export async function mailTo(sink: SmtpSink, recipient: string, subject: RegExp, after = 0): Promise<SinkMail> {
  for (let count = after + 1; ; count += 1) {
    const mails = await sink.waitFor(count)
    const found = mails
      .slice(after)
      .find(mail => mail.recipients.includes(recipient) && subject.test(mail.subject ?? ''))
    if (found) return found
    count = mails.length
  }
}

/** The link to a page of the site in a mail; empty without one. */
export function linkIn({ text }: SinkMail, path: string): string {
  return new RegExp(`http://\\S+/${path}\\S*`).exec(text ?? '')?.[0] ?? ''
}
