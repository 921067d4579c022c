import type { Kysely } from 'kysely'
import type { OutboxMail } from '#contract/operations.ts'
import { AppError } from '#server/app-error.ts'
import { demandFreshAuthentication } from '#server/auth/reauthentication.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
import {
  listPage,
  onlyCount,
  type PageParams,
  searchedWords,
  type WordParams,
  withWords,
} from '#server/database/list-page.ts'
import type { OutboxMailTable } from '#server/database/platform-tables.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { showsLinks } from './outbox.policy.ts'

export type Page<Row> = { readonly count: number; readonly rows: readonly Row[] }
type PageQuery = { readonly page: number; readonly page_size: number }

/** A mail without its text. */
export type ListedMail = Omit<
  OutboxMailTable,
  'text' | 'html' | 'unsubscribe_url' | 'batch' | 'token_hash' | 'customer_id'
>

export type MailListVariant = { hasState: boolean; words: number }
type MailFilterParams = WordParams & { state: OutboxMail['state'] }

/** The statements of the list of mails; exported so that the query plans of all variants can be checked. */
export function mailPage(variant: MailListVariant, db: Kysely<Database>, param: Param<PageParams<MailFilterParams>>) {
  return mailsWith(variant, db, param)
    .select(['id', 'kind', 'key', 'recipient', 'reply_to', 'subject', 'state', 'attempts', 'next_attempt_at'])
    .select(['lease_until', 'sent_at', 'last_error', 'created_at', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
}

export function mailSearchCount(variant: MailListVariant, db: Kysely<Database>, param: Param<MailFilterParams>) {
  return mailsWith(variant, db, param).select(({ fn }) => fn.countAll<number>().as('count'))
}

function mailsWith({ hasState, words }: MailListVariant, db: Kysely<Database>, param: Param<MailFilterParams>) {
  return db
    .selectFrom('outbox_mail')
    .$if(hasState, mails => mails.where('state', '=', param('state')))
    .where(eb => eb.and(withWords('outbox_mail', words, param)))
}

const selectMails = preparedVariants<MailListVariant, PageParams<MailFilterParams>>()(mailPage)
const countFoundMails = preparedVariants<MailListVariant, MailFilterParams>()(mailSearchCount)

const selectMail = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('outbox_mail').selectAll().where('id', '=', param('id')),
)

/** Mails newest first, all or those in one state. Every word of the search begins a word of the recipient. */
export async function listMails(
  connection: Connection,
  scope: Scope,
  query: PageQuery & { readonly state?: OutboxMail['state'] | undefined; readonly search?: string | undefined },
): Promise<Page<ListedMail>> {
  demandAll(scope)
  const words = searchedWords(query.search)
  if (!words) return { count: 0, rows: [] }
  const { state } = query
  const variant = { hasState: state !== undefined, words: words.count }
  const params: MailFilterParams = { state: state ?? 'waiting', ...words.params }
  return listPage(
    query,
    page => selectMails(connection, variant, { ...params, ...page }),
    () =>
      words.count === 0
        ? countRows(connection, 'outbox_mail', { state })
        : onlyCount(countFoundMails(connection, variant, params)),
  )
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

/** Mails concern every customer: they do not exist for any narrower scope. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
