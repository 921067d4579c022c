import type { Newsletter, NewsletterPreview } from '#contract/newsletters.ts'
import { type MailContent, renderMail, signatureLines } from '#server/mail/layout.ts'
import type { Sender } from '#server/mail/sender.ts'
import { newsletterPermissionsOf } from './newsletter.policy.ts'
import type { NewsletterRow } from './newsletter.queries.ts'

/** `audience`: the current number of recipients of a draft. */
export function presentNewsletter(row: NewsletterRow, audience: number): Newsletter {
  const isDraft = row.state === 'draft'
  return {
    id: row.id,
    subject: row.subject,
    body: row.body,
    state: row.state,
    recipientsCount: isDraft ? audience : row.recipients_count,
    sentCount: row.sent_count,
    failedCount: row.failed_count,
    remainingCount: row.remaining_count,
    skippedCount: row.recipients_count - row.sent_count - row.failed_count - row.remaining_count,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    permissions: newsletterPermissionsOf(row.state),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentPreview(sender: Sender, mail: MailContent): NewsletterPreview {
  const [body] = mail.blocks
  return {
    greeting: mail.greeting ?? '',
    blocks: body?.kind === 'body' ? [...body.blocks] : [],
    signature: signatureLines(sender),
    footer: { text: mail.footer?.text ?? '', links: [...(mail.footer?.links ?? [])] },
    text: renderMail(sender, mail).text,
  }
}
