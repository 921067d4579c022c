import { expressionBuilder, type JoinBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { messageList } from '#contract/lists.ts'
import type { MessageState } from '#contract/messages.ts'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { CustomerTable, MessageReplyTable, MessageTable } from '#server/database/business-tables.ts'
import { foldCase } from '#server/database/fold.ts'
import {
  type ListPage,
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

export type MessageRow = Selectable<MessageTable>
/** A message with the state of its latest answer's mail; null without one. */
export type ListedMessage = MessageRow & { reply_mail: OutboxMailTable['state'] | null }
/** An answer with its mail, where the outbox still holds it. */
export type FoundReply = MessageReplyTable & {
  mail_id: string | null
  mail_state: OutboxMailTable['state'] | null
  mail_error: string | null
}
type KnownCustomer = Pick<CustomerTable, 'id' | 'number' | 'company' | 'first_name' | 'last_name'>
export type FoundMessage = { row: MessageRow; replies: FoundReply[]; customers: KnownCustomer[] }

export type MessageFilter = {
  page: number
  page_size: number
  search?: string | undefined
  state?: MessageState | undefined
  ordering?: (typeof messageList.orderings)[number] | undefined
}

export type MessageListVariant = { hasState: boolean; words: number; ordering: (typeof messageList.orderings)[number] }
type FilterParams = WordParams & { state: MessageState }

/** The kind of the mails that answer messages; their key is the answer's id. */
export const replyMailKind = 'message_reply'
const knownCustomersMax = 5

/** Messages, the new ones first unless ordered otherwise. Every word of the search begins a word of the message. */
export async function listMessages(
  connection: Connection,
  scope: Scope,
  filter: MessageFilter,
): Promise<ListPage<ListedMessage>> {
  demandAll(scope)
  const words = searchedWords(filter.search)
  if (!words) return { count: 0, rows: [] }
  const { state, ordering = 'state' } = filter
  const variant = { hasState: state !== undefined, words: words.count, ordering }
  const params: FilterParams = { state: state ?? 'new', ...words.params }
  return listPage(
    filter,
    page => selectPage(connection, variant, { ...params, ...page }),
    () =>
      words.count === 0
        ? countRows(connection, 'message', { state })
        : onlyCount(selectCount(connection, variant, params)),
  )
}

/** One message with its answers and the customers who have its address; 404 `not_found`. */
export async function getMessage(connection: Connection, scope: Scope, id: string): Promise<FoundMessage> {
  demandAll(scope)
  const [row] = await selectOne(connection, { id })
  if (row === undefined) throw new AppError('not_found')
  return {
    row,
    replies: await selectReplies(connection, { id }),
    customers: await selectKnownCustomers(connection, { email: row.email.toLowerCase(), key: foldCase(row.email) }),
  }
}

/** The statements of the list; exported so that the query plans of all variants can be checked. */
export function messagePage(variant: MessageListVariant, db: Kysely<Database>, param: Param<PageParams<FilterParams>>) {
  const direction = variant.ordering === 'createdAt' ? 'asc' : 'desc'
  return db
    .selectFrom('message')
    .selectAll()
    .select(eb =>
      eb
        .selectFrom('message_reply')
        .leftJoin('outbox_mail', mailOfReply)
        .whereRef('message_reply.message_id', '=', 'message.id')
        .orderBy('message_reply.created_at', 'desc')
        .orderBy('message_reply.id', 'desc')
        .limit(1)
        .select('outbox_mail.state')
        .as('reply_mail'),
    )
    .where(conditions(variant, param))
    .$if(variant.ordering === 'state', rows => rows.orderBy('state', 'desc'))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(param('limit'))
    .offset(param('offset'))
}

export function messageSearchCount(variant: MessageListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('message')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param))
}

export function messageReplies(db: Kysely<Database>, param: Param<{ id: string }>) {
  return db
    .selectFrom('message_reply')
    .leftJoin('outbox_mail', mailOfReply)
    .selectAll('message_reply')
    .select(['outbox_mail.id as mail_id', 'outbox_mail.state as mail_state', 'outbox_mail.last_error as mail_error'])
    .where('message_id', '=', param('id'))
    .orderBy('message_reply.created_at')
    .orderBy('message_reply.id')
}

/** `email` in lower case, `key` as users have it. */
export function customersWithEmail(db: Kysely<Database>, param: Param<{ email: string; key: string }>) {
  return db
    .selectFrom('customer')
    .select(['id', 'number', 'company', 'first_name', 'last_name'])
    .where('id', 'in', eb =>
      eb
        .selectFrom('customer as namesake')
        .select('namesake.id')
        .where(sql<string>`lower(namesake.email)`, '=', param('email'))
        .union(
          eb
            .selectFrom('user_account')
            .select(sql<string>`customer_id`.as('id'))
            .where('email_key', '=', param('key'))
            .where('customer_id', 'is not', null),
        ),
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(knownCustomersMax)
}

function mailOfReply(join: JoinBuilder<Database, 'message_reply' | 'outbox_mail'>) {
  return join.onRef('outbox_mail.key', '=', 'message_reply.id').on('outbox_mail.kind', '=', replyMailKind)
}

function conditions(variant: MessageListVariant, param: Param<FilterParams>) {
  const eb = expressionBuilder<Database, 'message'>()
  return eb.and([
    ...(variant.hasState ? [eb('message.state', '=', param('state'))] : []),
    ...withWords('message', variant.words, param),
  ])
}

const selectPage = preparedVariants<MessageListVariant, PageParams<FilterParams>>()(messagePage)
const selectCount = preparedVariants<MessageListVariant, FilterParams>()(messageSearchCount)
const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('message').selectAll().where('id', '=', param('id')),
)

const selectReplies = prepared<{ id: string }>()(messageReplies)
const selectKnownCustomers = prepared<{ email: string; key: string }>()(customersWithEmail)

/** Messages belong to no customer: they do not exist for any narrower scope. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
