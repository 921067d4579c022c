/** Stores uploads. Until a row names them they are pending, and belong only to their uploader. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Insertable, Transaction } from 'kysely'
import { fileBytesMax } from '#contract/limits.ts'
import { mediaTypeOf } from '#contract/media-type.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { effectiveRole, isAdmin } from '#server/auth/actor.ts'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { inLateTransaction, inTransaction } from '#server/database/transaction.ts'
import { cleanFileName } from './file-name.ts'
import type { ReceivedFile } from './received-file.ts'

/** Per user and day: all uploads of a customer, an admin's unattached ones. */
const quota = { windowMs: dayMs, filesMax: 100, bytesMax: 250 * 1_048_576 } as const

/** Cannot be attached; the hourly clean-up destroys it a day later. */
const unowned = { customer_id: null, uploaded_by_user_id: null, state: 'pending' } as const

/**
 * Stores an uploaded file. It has no owner before all of it is stored, so that half of one is never attached. 422
 * `file.empty`, `file.too_large`, `file.type`; 429 `file.quota`.
 */
export async function storeFile(context: Context, received: ReceivedFile): Promise<FileTable> {
  if (received.isTooLarge || received.sizeBytes > fileBytesMax) throw invalidField('file', 'file.too_large')
  const [start] = received.chunks
  if (start === undefined) throw invalidField('file', 'file.empty')
  const mediaType = mediaTypeOf(start)
  if (mediaType === undefined) throw invalidField('file', 'file.type')
  const { actor } = context
  if (actor.kind !== 'user') throw new AppError('session.required')

  await demandQuota(context.db, context, actor.userId, received.sizeBytes)
  const now = context.clock.now()
  const row: FileTable = {
    ...unowned,
    id: newId(now),
    name: cleanFileName(received.name, mediaType),
    media_type: mediaType,
    size_bytes: received.sizeBytes,
    sha256: received.sha256,
    created_at: instantText(now),
  }
  const owner = {
    customer_id: effectiveRole(actor) === 'customer' ? actor.customerId : null,
    uploaded_by_user_id: actor.userId,
  }
  try {
    await insertInParts(context, row, received.chunks)
    await inTransaction(context, async trx => {
      await lockUser(trx, context, actor.userId)
      await demandQuota(trx, context, actor.userId, received.sizeBytes)
      await trx.updateTable('file').set(owner).where('id', '=', row.id).execute()
      await recordAudit(trx, context, { action: 'file.uploaded', subjectKind: 'file', subjectId: row.id })
    })
  } catch (error) {
    // The caller needs the first error; the clean-up destroys the rest.
    await destroyFile(context, row.id).catch(() => undefined)
    throw error
  }
  return { ...row, ...owner }
}

/** The file with its content, for small ones: all of it is one commit. */
export async function insertFile(
  trx: Transaction<Database>,
  row: Insertable<FileTable>,
  chunks: readonly Uint8Array[],
): Promise<void> {
  await trx.insertInto('file').values(row).execute()
  for (const [position, content] of chunks.entries()) await insertPart(trx, row.id, position, content)
}

/**
 * Each part is a commit of its own: one of 10 MB would block the main thread of SQLite, and all others with it. The
 * commit that gives the file its owner is the one that waits for the disk, and it waits for all of them.
 */
async function insertInParts(
  runtime: PartsRuntime,
  row: Insertable<FileTable>,
  chunks: readonly Uint8Array[],
): Promise<void> {
  await inPart(runtime, trx => trx.insertInto('file').values(row).execute())
  for (const [position, content] of chunks.entries()) {
    await inPart(runtime, trx => insertPart(trx, row.id, position, content))
  }
}

type PartsRuntime = Pick<Context, 'db' | 'wake'>

async function inPart(
  { db, wake }: PartsRuntime,
  work: (trx: Transaction<Database>) => Promise<unknown>,
): Promise<void> {
  await inLateTransaction({ db, wake }, work)
  await letOthersRun()
}

async function insertPart(
  trx: Transaction<Database>,
  fileId: string,
  position: number,
  content: Uint8Array,
): Promise<void> {
  await trx.insertInto('file_chunk').values({ file_id: fileId, position, content }).execute()
}

/** Removes a pending file of the caller; 404 for any other. */
export async function removePendingFile(context: Context, id: string): Promise<void> {
  const { actor } = context
  if (actor.kind !== 'user') throw new AppError('not_found')
  await inTransaction(context, async trx => {
    const removed = await trx
      .updateTable('file')
      .set(unowned)
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
  await destroyFile(context, id)
}

/** Deletes a file without an owner, part by part: SQLite overwrites what it deletes. */
export async function destroyFile(runtime: PartsRuntime, id: string): Promise<void> {
  const parts = await runtime.db.selectFrom('file_chunk').select('position').where('file_id', '=', id).execute()
  for (const { position } of parts) {
    await inPart(runtime, trx =>
      trx.deleteFrom('file_chunk').where('file_id', '=', id).where('position', '=', position).execute(),
    )
  }
  await runtime.db.deleteFrom('file').where('id', '=', id).execute()
}

async function lockUser(trx: Transaction<Database>, { engine }: Pick<Context, 'engine'>, userId: string) {
  await trx.selectFrom('user_account').select('id').where('id', '=', userId).$call(forUpdate(engine)).execute()
}

/** Simultaneous uploads count each other once the user's row is locked. */
async function demandQuota(
  db: Connection,
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  userId: string,
  sizeBytes: number,
): Promise<void> {
  const { count, bytes } = await db
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
