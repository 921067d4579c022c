/** Stores uploads. Until a row names them they are pending, and belong only to their uploader. */
import type { Insertable, Transaction } from 'kysely'
import { fileBytesMax } from '#contract/limits.ts'
import { mediaTypeOf } from '#contract/media-type.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { effectiveRole, isAdmin } from '#server/auth/actor.ts'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { cleanFileName } from './file-name.ts'
import type { ReceivedFile } from './received-file.ts'

/** Per user and day: all uploads of a customer, an admin's unattached ones. */
const quota = { windowMs: dayMs, filesMax: 100, bytesMax: 250 * 1_048_576 } as const

/** Stores an uploaded file. 422 `file.empty`, `file.too_large`, `file.type`; 429 `file.quota`. */
export async function storeFile(context: Context, received: ReceivedFile): Promise<FileTable> {
  if (received.isTooLarge || received.sizeBytes > fileBytesMax) throw invalidField('file', 'file.too_large')
  const [start] = received.chunks
  if (start === undefined) throw invalidField('file', 'file.empty')
  const mediaType = mediaTypeOf(start)
  if (mediaType === undefined) throw invalidField('file', 'file.type')
  const { actor } = context
  if (actor.kind !== 'user') throw new AppError('session.required')

  return inTransaction(context, async trx => {
    await demandQuota(trx, context, actor.userId, received.sizeBytes)
    const now = context.clock.now()
    const row: FileTable = {
      id: newId(now),
      customer_id: effectiveRole(actor) === 'customer' ? actor.customerId : null,
      uploaded_by_user_id: actor.userId,
      name: cleanFileName(received.name, mediaType),
      media_type: mediaType,
      size_bytes: received.sizeBytes,
      sha256: received.sha256,
      state: 'pending',
      created_at: instantText(now),
    }
    await insertFile(trx, row, received.chunks)
    await recordAudit(trx, context, {
      action: 'file.uploaded',
      subjectKind: 'file',
      subjectId: row.id,
    })
    return row
  })
}

/** The file with its content, part by part. */
export async function insertFile(
  trx: Transaction<Database>,
  row: Insertable<FileTable>,
  chunks: readonly Uint8Array[],
): Promise<void> {
  await trx.insertInto('file').values(row).execute()
  for (const [position, content] of chunks.entries()) {
    await trx.insertInto('file_chunk').values({ file_id: row.id, position, content }).execute()
  }
}

/** Removes a pending file of the caller; 404 for any other. */
export async function removePendingFile(context: Context, id: string): Promise<void> {
  const { actor } = context
  if (actor.kind !== 'user') throw new AppError('not_found')
  await inTransaction(context, async trx => {
    const removed = await trx
      .deleteFrom('file')
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('uploaded_by_user_id', '=', actor.userId)
      .returning('name')
      .executeTakeFirst()
    if (removed === undefined) throw new AppError('not_found')
    await recordAudit(trx, context, {
      action: 'file.removed',
      subjectKind: 'file',
      subjectId: id,
    })
  })
}

/** The user's row is locked: simultaneous uploads count each other. */
async function demandQuota(
  trx: Transaction<Database>,
  { actor, clock, engine }: Pick<Context, 'actor' | 'clock' | 'engine'>,
  userId: string,
  sizeBytes: number,
): Promise<void> {
  await trx.selectFrom('user_account').select('id').where('id', '=', userId).$call(forUpdate(engine)).execute()
  const { count, bytes } = await trx
    .selectFrom('file')
    .select(eb => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('size_bytes'), eb.lit(0)).as('bytes'),
    ])
    .where('uploaded_by_user_id', '=', userId)
    .where('created_at', '>', instantText(plusMs(clock.now(), -quota.windowMs)))
    .$if(isAdmin(actor), query => query.where('state', '=', 'pending'))
    .executeTakeFirstOrThrow()
  if (count < quota.filesMax && bytes + sizeBytes <= quota.bytesMax) return
  throw new AppError('file.quota', { retryAfterSeconds: hourMs / 1_000 })
}
