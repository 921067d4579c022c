/** The mails in people's mailboxes, as they were sent, regardless of later redaction in the outbox. */
import type { Runtime } from '#server/context.ts'

export type Letter = {
  readonly to: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  /** The page and the token of its link; empty for a mail without. */
  readonly page: string
  readonly token: string
}

export type Mailboxes = ReturnType<typeof openMailboxes>

/** Call `deliver` after every step: it delivers mails written since. */
export function openMailboxes({ db }: Runtime) {
  const letters: Letter[] = []
  let last = ''
  return {
    async deliver(): Promise<void> {
      const written = await db
        .selectFrom('outbox_mail')
        .select(['id', 'recipient', 'kind', 'subject', 'text'])
        .where('id', '>', last)
        .orderBy('id')
        .execute()
      for (const { id, recipient, kind, subject, text } of written) {
        const [, page = '', token = ''] = /\/([a-z-]+)#token=([A-Za-z0-9_-]+)/.exec(text) ?? []
        letters.push({ to: recipient, kind, subject, text, page, token })
        last = id
      }
    },
    /** Newest first. */
    of: (address: string, page?: string) =>
      letters.filter(({ to, page: own }) => to === address && (page === undefined || own === page)).toReversed(),
  }
}
