/** Makes uploaded files part of a row, in the transaction that writes the row. */
import type { Transaction } from 'kysely'
import { invalidField } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'

export type Attachment = {
  readonly fileIds: readonly string[]
  /** The customer whose row names the files from now on. */
  readonly customerId: string
  /** The field of the body that names them, for the refusal. */
  readonly field: string
  /** The row takes no pictures. */
  readonly mustBePdf?: true
}

/**
 * Attaches pending files of the caller, each once and permanently. 422 `file.gone` for a file that does not exist, not the
 * caller's or attached already, 422 `file.not_pdf` for one this row does not take.
 */
export async function attachFiles(
  trx: Transaction<Database>,
  { actor, engine }: Pick<Context, 'actor' | 'engine'>,
  { fileIds, customerId, field, mustBePdf }: Attachment,
): Promise<void> {
  if (fileIds.length === 0) return
  const userId = actor.kind === 'user' ? actor.userId : ''
  const found = await trx
    .selectFrom('file')
    .select(['id', 'media_type'])
    .where('id', 'in', fileIds)
    .where('state', '=', 'pending')
    .where('uploaded_by_user_id', '=', userId)
    .orderBy('id')
    .$call(forUpdate(engine))
    .execute()
  if (found.length < new Set(fileIds).size) throw invalidField(field, 'file.gone')
  const isOther = mustBePdf && found.some(file => file.media_type !== 'application/pdf')
  if (isOther) throw invalidField(field, 'file.not_pdf')
  await trx.updateTable('file').set({ state: 'attached', customer_id: customerId }).where('id', 'in', fileIds).execute()
}

/** The row that names the files now belongs to another customer. */
export async function moveFiles(trx: Transaction<Database>, ids: readonly string[], customerId: string): Promise<void> {
  if (ids.length > 0) await trx.updateTable('file').set({ customer_id: customerId }).where('id', 'in', ids).execute()
}

/** Removes files with their content, except those that a request or a ticket still uses. */
export async function removeFiles(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('file')
    .where('id', 'in', ids)
    .where('id', 'not in', named =>
      named.selectFrom('request_attachment').select('file_id').where('file_id', 'in', ids),
    )
    .where('id', 'not in', named => named.selectFrom('ticket_attachment').select('file_id').where('file_id', 'in', ids))
    .execute()
}
