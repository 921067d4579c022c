import type { Kysely } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { mailList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { demandFreshAuthentication } from '#server/auth/reauthentication.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
import type { ListPage } from '#server/database/list-page.ts'
import type { OutboxMailTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import { showsLinks } from './outbox.policy.ts'

/** A mail without its text. */
export type ListedMail = Omit<
  OutboxMailTable,
  'text' | 'html' | 'unsubscribe_url' | 'batch' | 'token_hash' | 'customer_id'
>

/** Each word of the search starts a word of the recipient. */
export const mailPages = prepareList(mailList, {
  table: 'outbox_mail',
  select: selectMails,
  orderings: { usual: { descending: ['created_at'] } },
  filters: { state: equals('outbox_mail.state') },
  kept: { list: 'outbox_mail', filters: ['state'], by: ({ state }) => ({ state }) },
})

const selectMail = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('outbox_mail').selectAll().where('id', '=', param('id')),
)

/** Mails, newest first. */
export async function listMails(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof mailList>,
): Promise<ListPage<ListedMail>> {
  demandAll(scope)
  return mailPages.read(connection, reachedCustomer(scope, undefined), query)
}

/** Throws `not_found`; `session.reauthentication_required` for a mail with a link into an account. */
export async function getMail(
  connection: Connection,
  context: Pick<Context, 'scope' | 'config' | 'clock' | 'actor'>,
  id: string,
): Promise<OutboxMailTable> {
  demandAll(context.scope)
  const [mail] = await selectMail(connection, { id })
  if (mail === undefined) throw new AppError('not_found')
  if (mail.token_hash !== null && showsLinks(context.config)) await demandFreshAuthentication(connection, context)
  return mail
}

function selectMails(db: Kysely<Database>) {
  return db
    .selectFrom('outbox_mail')
    .select(['id', 'kind', 'key', 'recipient', 'reply_to', 'subject', 'state', 'attempts', 'next_attempt_at'])
    .select(['lease_until', 'sent_at', 'last_error', 'created_at', 'updated_at'])
}

/** Mails concern every customer: they do not exist for any narrower scope. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
