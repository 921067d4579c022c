import { calendarDate } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'

/** An answer as the business wrote it, with greeting, and the quoted message below. */
export function replyMail(message: { text: string; sentAt: Date }, replyText: string): MailContent {
  const day = calendarDate(message.sentAt).split('-').reverse().join('.')
  return {
    subject: `Ihre Nachricht vom ${day}`,
    greeting: '',
    blocks: [
      ...replyText
        .split(/\n{2,}/)
        .filter(text => text.trim() !== '')
        .map(text => ({ kind: 'paragraph' as const, text: text.trim() })),
      { kind: 'paragraph', text: `Am ${day} schrieben Sie:` },
      { kind: 'quote', text: message.text },
    ],
  }
}
