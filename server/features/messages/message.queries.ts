import { type JoinBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { messageList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import type { CustomerTable, MessageReplyTable, MessageTable } from '#server/database/business-tables.ts'
import type { ListPage } from '#server/database/list-page.ts'
import type { OutboxMailTable } from '#server/database/platform-tables.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
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

/** The kind of the mails that answer messages; their key is the answer's id. */
export const replyMailKind = 'message_reply'
const knownCustomersMax = 5

/** Each word of the search starts a word of the message, or is a part of one. */
export const messagePages = prepareList(messageList, {
  table: 'message',
  select: selectMessages,
  orderings: { state: { descending: ['state', 'created_at'] }, createdAt: ['created_at'] },
  filters: { state: equals('message.state', ({ isWalk }) => isWalk) },
  kept: { list: 'message', filters: ['state'], by: ({ state }) => ({ state }) },
})

/** Messages, the new ones first unless ordered otherwise. */
export async function listMessages(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof messageList>,
): Promise<ListPage<ListedMessage>> {
  demandAll(scope)
  return messagePages.read(connection, reachedCustomer(scope, undefined), query)
}

/** One message with its answers and the customers who have its address; 404 `not_found`. */
export async function getMessage(connection: Connection, scope: Scope, id: string): Promise<FoundMessage> {
  demandAll(scope)
  const [row] = await selectOne(connection, { id })
  if (row === undefined) throw new AppError('not_found')
  const [replies, customers] = await Promise.all([
    selectReplies(connection, { id }),
    selectKnownCustomers(connection, { email: row.email.toLowerCase(), key: addressKey(row.email) }),
  ])
  return { row, replies, customers }
}

function selectMessages(db: Kysely<Database>) {
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
}

/** The parts of a message; exported so that their query plans can be checked. */
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

const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('message').selectAll().where('id', '=', param('id')),
)

const selectReplies = prepared<{ id: string }>()(messageReplies)
const selectKnownCustomers = prepared<{ email: string; key: string }>()(customersWithEmail)

/** Messages belong to no customer: they do not exist for any narrower scope. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
