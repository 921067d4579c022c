import type { Insertable, Transaction } from 'kysely'
import type { MessageState } from '#contract/messages.ts'
import { recordAudit } from '#server/audit/record.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { MessageTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, type SearchText, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { demandRevision } from '#server/revision.ts'
import { replyMail } from './message.mails.ts'
import { type FoundMessage, getMessage, type MessageRow, replyMailKind } from './message.queries.ts'

/** Stores a message as new, with its search words, in the caller's transaction. */
export async function insertMessage(
  trx: Transaction<Database>,
  message: Omit<Insertable<MessageTable>, 'state' | 'updated_at' | 'answered_at'>,
): Promise<void> {
  await trx
    .insertInto('message')
    .values({ ...message, state: 'new', answered_at: null, updated_at: message.created_at })
    .execute()
  await saveSearchTerms(trx, 'message', message.id, messageSearchTexts(message))
}

/**
 * Answers by mail, with the message quoted below, and marks it as answered. Each call is a separate answer. 412 `stale`
 * when somebody else answered or changed it since the caller read it.
 */
export async function replyToMessage(
  context: Context,
  id: string,
  { text }: { text: string },
  revision: number | undefined,
): Promise<FoundMessage> {
  return inTransaction(context, async trx => {
    const row = await lockMessage(trx, context, id, revision)
    const now = context.clock.now()
    const replyId = newId(now)
    await trx
      .insertInto('message_reply')
      .values({
        id: replyId,
        message_id: id,
        text,
        author_name: nameOf(context),
        created_at: instantText(now),
      })
      .execute()
    await markAs(trx, context, row, 'answered')
    const sender = await getSender(trx)
    const mail = renderMail(sender, replyMail({ text: row.text, sentAt: new Date(row.created_at) }, text))
    const replyTo = sender.email === '' ? {} : { replyTo: sender.email }
    await enqueueMail(trx, context, {
      kind: replyMailKind,
      key: replyId,
      to: row.email,
      about: null,
      ...replyTo,
      ...mail,
    })
    await recordAudit(trx, context, { action: 'message.replied', subjectKind: 'message', subjectId: id })
    return getMessage(trx, context.scope, id)
  })
}

/** Marks a message as answered, when it was answered outside the portal, or as new again. 412 `stale`. */
export async function markMessage(
  context: Context,
  id: string,
  state: MessageState,
  revision: number | undefined,
): Promise<FoundMessage> {
  return inTransaction(context, async trx => {
    const row = await lockMessage(trx, context, id, revision)
    if (row.state !== state) {
      await markAs(trx, context, row, state)
      await recordAudit(trx, context, {
        action: 'message.updated',
        subjectKind: 'message',
        subjectId: id,
        details: 'state',
      })
    }
    return getMessage(trx, context.scope, id)
  })
}

/** Deletes a message with its answers. 412 `stale`. */
export async function deleteMessage(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await lockMessage(trx, context, id, revision)
    await removeSearchTerms(trx, 'message', id)
    await trx.deleteFrom('message').where('id', '=', row.id).execute()
    await recordAudit(trx, context, { action: 'message.deleted', subjectKind: 'message', subjectId: id })
  })
}

async function lockMessage(
  trx: Transaction<Database>,
  { engine, scope }: Pick<Context, 'engine' | 'scope'>,
  id: string,
  revision: number | undefined,
): Promise<MessageRow> {
  await trx.selectFrom('message').select('id').where('id', '=', id).$call(forUpdate(engine)).execute()
  const { row } = await getMessage(trx, scope, id)
  demandRevision(revision, row.revision)
  return row
}

/** The first answer counts; a message that is new again has none. */
async function markAs(
  trx: Transaction<Database>,
  context: Context,
  row: MessageRow,
  state: MessageState,
): Promise<void> {
  const now = instantText(context.clock.now())
  const answered =
    state === 'new'
      ? { answered_at: null, answered_by: '' }
      : row.state === 'new'
        ? { answered_at: now, answered_by: nameOf(context) }
        : {}
  await trx
    .updateTable('message')
    .set({ state, ...answered, revision: row.revision + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute()
}

function nameOf({ actor }: Pick<Context, 'actor'>): string {
  return actor.kind === 'visitor' ? '' : actor.name
}

/** The search words of a message. The demo stores them in bulk. */
export function messageSearchTexts(row: Pick<MessageTable, 'email' | 'name' | 'phone' | 'text'>): SearchText[] {
  return [row.email, row.name, { phone: row.phone }, row.text]
}
