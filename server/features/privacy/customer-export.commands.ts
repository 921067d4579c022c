import { exportsPerDayMax } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin, isImpersonating, userOf } from '#server/auth/actor.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getCustomer } from '#server/features/customers/customer.queries.ts'
import type { FileContent } from '#server/files/read-stored-file.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { openSecret, type SecretPlace } from '#server/secrets/seal.ts'
import { openPart } from '#server/secrets/seal-parts.ts'
import { type ExportRow, getExport, readParts } from './customer-export.queries.ts'
import { isFetchable } from './customer-export.rules.ts'

export const exportJobKind = 'customer_export'

/** Rows without their content are kept this long as a record. */
const rowsKeptMs = 30 * dayMs
/** An export unfinished by then never will be finished: its job was given up. */
const runningMsMax = 2 * dayMs

/**
 * Starts an export of all data of a customer. 404 outside the scope, 409 `customer_export.running`, 429
 * `customer_export.too_many`.
 */
export async function askForExport(context: Context, customerId: string): Promise<ExportRow> {
  const actor = userOf(context)
  await getCustomer(context.db, context.scope, customerId)
  return inTransaction(context, async trx => {
    const { clock, engine } = context
    // Concurrent requests count each other.
    await trx.selectFrom('customer').select('id').where('id', '=', customerId).$call(forUpdate(engine)).execute()
    const now = clock.now()
    const recent = await trx
      .selectFrom('customer_export')
      .select(['state', 'created_at'])
      .where('customer_id', '=', customerId)
      .where('created_at', '>', instantText(plusMs(now, -dayMs)))
      .orderBy('id')
      .execute()
    if (recent.some(({ state }) => state === 'waiting' || state === 'running')) {
      throw new AppError('customer_export.running')
    }
    const [first] = recent.slice(-exportsPerDayMax)
    if (first && recent.length >= exportsPerDayMax) {
      const waitMs = Date.parse(first.created_at) + dayMs - now.getTime()
      throw new AppError('customer_export.too_many', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
    }
    const id = newId(now)
    const byAdmin = isAdmin(actor)
    const row = await trx
      .insertInto('customer_export')
      .values({
        id,
        customer_id: customerId,
        of_user_id: byAdmin ? null : actor.userId,
        asked_by: byAdmin ? 'admin' : 'customer',
        state: 'waiting',
        steps_done: 0,
        steps_count: 0,
        size_bytes: null,
        sealed_key: null,
        expires_at: null,
        created_at: instantText(now),
        updated_at: instantText(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueueJob(trx, context, { kind: exportJobKind, key: id, payload: { id } })
    await recordAudit(trx, context, {
      action: 'customer_export.asked',
      subjectKind: 'customer',
      subjectId: customerId,
    })
    return row
  })
}

/**
 * The ZIP file; the audit log records the reader. 404 when it does not exist (any more), 409 `as_user.no_files` and
 * `secret.unreadable`.
 */
export async function downloadExport(context: Context, customerId: string, id: string): Promise<FileContent> {
  if (isImpersonating(context.actor)) throw new AppError('as_user.no_files')
  const row = await getExport(context.db, context, customerId, id)
  const { sealed_key, size_bytes } = row
  const isThere = isFetchable(row, instantText(context.clock.now()))
  if (!isThere || sealed_key === null || size_bytes === null) throw new AppError('not_found')
  const key = openSecret(context.keys, keyPlace(id), sealed_key)
  const { row: customer } = await getCustomer(context.db, context.scope, customerId)
  await inTransaction(context, trx =>
    recordAudit(trx, context, {
      action: 'customer_export.downloaded',
      subjectKind: 'customer',
      subjectId: customerId,
    }),
  )
  return {
    name: `Daten_${customer.number}_${row.created_at.slice(0, 10)}.zip`,
    mediaType: 'application/zip',
    sizeBytes: size_bytes,
    chunks: openParts(context, id, key, size_bytes),
  }
}

/** Destroys expired exports, key first and permanently; of old exports the rows as well. */
export async function expireExports(runtime: Runtime): Promise<void> {
  const { db, clock } = runtime
  const now = clock.now()
  const over = await db
    .selectFrom('customer_export')
    .select('id')
    .where('state', '=', 'ready')
    .where('expires_at', '<=', instantText(now))
    .execute()
  for (const { id } of over) {
    await inTransaction(runtime, async trx => {
      await trx
        .updateTable('customer_export')
        .set({ state: 'expired', sealed_key: null, updated_at: instantText(now) })
        .where('id', '=', id)
        .execute()
      await trx.deleteFrom('customer_export_part').where('export_id', '=', id).execute()
    })
  }
  await db
    .updateTable('customer_export')
    .set({ state: 'failed', updated_at: instantText(now) })
    .where('state', 'in', ['waiting', 'running'])
    .where('updated_at', '<=', instantText(plusMs(now, -runningMsMax)))
    .execute()
  await db
    .deleteFrom('customer_export')
    .where('state', 'in', ['expired', 'failed'])
    .where('updated_at', '<=', instantText(plusMs(now, -rowsKeptMs)))
    .execute()
}

/** The location of an export's key. */
export function keyPlace(id: string): SecretPlace {
  return { table: 'customer_export', id, column: 'sealed_key' }
}

async function* openParts({ db }: Context, id: string, key: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const { position, content } of readParts(db, id)) {
    const plain = openPart(key, id, position, content)
    sent += plain.length
    yield plain
  }
  if (sent !== sizeBytes) throw new Error(`The export ${id} has ${sent} of ${sizeBytes} bytes.`)
}
