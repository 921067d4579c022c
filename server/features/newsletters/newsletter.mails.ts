import type { MailContent } from '#server/mail/layout.ts'
import { parseMarkdown } from '#server/mail/markdown.ts'

export type NewsletterLinks = {
  /** Base of links that begin with a slash. */
  base: string
  settings: string
  unsubscribe: string
}

/** A newsletter for one recipient. */
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
