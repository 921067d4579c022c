import type { MailContent } from '#server/mail/layout.ts'
import { parseMarkdown } from '#server/mail/markdown.ts'

export type NewsletterLinks = {
  /** Where links that begin with a slash lead. */
  base: string
  settings: string
  unsubscribe: string
}

/** A newsletter as one recipient gets it. */
export function newsletterMail(
  { subject, body }: { subject: string; body: string },
  links: NewsletterLinks,
): MailContent {
  return {
    subject,
    greeting: newsletterGreeting,
    blocks: [{ kind: 'body', blocks: parseMarkdown(body, links.base) }],
    footer: {
      text: 'Sie erhalten diesen Newsletter, weil Sie ihn im Kundenportal bestellt haben.',
      links: [
        { label: 'Newsletter abbestellen', url: links.unsubscribe },
        { label: 'Einstellungen ändern', url: links.settings },
      ],
    },
  }
}

export const newsletterGreeting = 'Guten Tag,'
