import type { Runtime } from '#server/context.ts'

/** The token of the link in the newest mail of a kind; undefined when there is no such mail. */
export async function tokenFromMail({ db }: Runtime, kind: string, recipient: string): Promise<string | undefined> {
  const mail = await db
    .selectFrom('outbox_mail')
    .select(['text', 'html'])
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return mail && /#token=([A-Za-z0-9_-]+)/.exec(mail.text)?.[1]
}
