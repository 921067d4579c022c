import type { Kysely } from 'kysely'
import type { OutboxMail } from '#contract/operations.ts'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import type { OutboxMailTable } from '#server/database/schema-mail.ts'
import { wordRanges } from '#server/database/search-terms.ts'

export type Page<Row> = { readonly count: number; readonly rows: readonly Row[] }
type PageQuery = { readonly page: number; readonly page_size: number }

/** A mail without what it says. */
export type ListedMail = Omit<OutboxMailTable, 'text' | 'html' | 'unsubscribe_url' | 'batch' | 'token_hash'>

export type MailListVariant = { hasState: boolean; words: number }
type MailFilterParams = { state: OutboxMail['state']; [word: `from${number}` | `to${number}`]: string }
type MailPageParams = MailFilterParams & { limit: number; offset: number }
type Param<P> = <K extends keyof P>(name: K) => P[K]

/** The statements of the list of mails; exported so that the query plans of all variants can be checked. */
export function mailPage(variant: MailListVariant, db: Kysely<Database>, param: Param<MailPageParams>) {
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
  return Array.from({ length: words }).reduce<ReturnType<typeof mailsIn>>(
    (mails, _, index) =>
      mails.where('id', 'in', eb =>
        eb
          .selectFrom('search_term')
          .select('subject_id')
          .where('search_term.kind', '=', 'outbox_mail')
          .where('term', '>=', param(`from${index}`))
          .where('term', '<', param(`to${index}`)),
      ),
    mailsIn(hasState, db, param),
  )
}

function mailsIn(hasState: boolean, db: Kysely<Database>, param: Param<MailFilterParams>) {
  return db.selectFrom('outbox_mail').$if(hasState, mails => mails.where('state', '=', param('state')))
}

const selectMails = preparedVariants<MailListVariant, MailPageParams>()(mailPage)
const countFoundMails = preparedVariants<MailListVariant, MailFilterParams>()(mailSearchCount)

const selectMail = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('outbox_mail').selectAll().where('id', '=', param('id')),
)

/** Mails newest first, all or those in one state. Every word of the search begins a word of the recipient. */
export async function listMails(
  connection: Connection,
  scope: Scope,
  {
    page,
    page_size: limit,
    state,
    search,
  }: PageQuery & { readonly state?: OutboxMail['state'] | undefined; readonly search?: string | undefined },
): Promise<Page<ListedMail>> {
  demandAll(scope)
  const ranges = search?.trim() ? wordRanges(search) : null
  if (ranges?.length === 0) return { count: 0, rows: [] }
  const words = (ranges ?? []).flatMap(({ from, to }, index) => [
    [`from${index}`, from],
    [`to${index}`, to],
  ])
  const variant = { hasState: state !== undefined, words: ranges?.length ?? 0 }
  const params: MailFilterParams = { state: state ?? 'waiting', ...Object.fromEntries(words) }
  const rows = await selectMails(connection, variant, { ...params, limit, offset: (page - 1) * limit })
  if (ranges === null) return { count: await countRows(connection, 'outbox_mail', { state }), rows }
  const [found] = await countFoundMails(connection, variant, params)
  return { count: found?.count ?? 0, rows }
}

/** Throws `not_found`. */
export async function getMail(connection: Connection, scope: Scope, id: string): Promise<OutboxMailTable> {
  demandAll(scope)
  const [mail] = await selectMail(connection, { id })
  if (mail === undefined) throw new AppError('not_found')
  return mail
}

/** Mails concern every customer: for any narrower scope they do not exist. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
