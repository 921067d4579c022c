import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { businessProfileRealtimeId } from '#contract/events.ts'
import type { Logo } from '#contract/logo.ts'
import type { AuditAction } from '#contract/operations.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ReceivedFile } from '#server/files/received-file.ts'
import { findLogo, toLogo } from '#server/files/stored-logo.ts'
import { makeLogo, makeRaster } from './logo.rules.ts'

/** Stores an uploaded logo and replaces the existing one. 422 `file.empty` and as `makeLogo`. */
export async function replaceLogo(context: Context, received: ReceivedFile): Promise<Logo> {
  const { mediaType, width, height, content } = await makeLogo(bytesOf(received))
  const sha256 = sha256Of(content)
  return inTransaction(context, async trx => {
    const before = await findLogo(trx)
    if (before?.sha256 === sha256) return before
    const row = {
      media_type: mediaType,
      width,
      height,
      sha256,
      content,
      created_at: instantText(context.clock.now()),
      raster_width: null,
      raster_height: null,
      raster_sha256: null,
      raster_content: null,
    }
    await trx
      .insertInto('business_logo')
      .values({ id: 1, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
    await audit(trx, context, 'business_profile.logo_changed')
    return toLogo(row)
  })
}

/**
 * Stores the raster of the SVG with this hash; 404 where that is no longer the logo. 422 `file.empty` and as
 * `makeRaster`.
 */
export async function replaceRaster(context: Context, logoSha256: string, received: ReceivedFile): Promise<Logo> {
  const logo = demandDrawing(await findLogo(context.db), logoSha256)
  const { width, height, content } = await makeRaster(bytesOf(received), logo)
  const row = { raster_width: width, raster_height: height, raster_sha256: sha256Of(content), raster_content: content }
  return inTransaction(context, async trx => {
    demandDrawing(await findLogo(trx), logoSha256)
    const changed = await trx
      .updateTable('business_logo')
      .set(row)
      .where('sha256', '=', logoSha256)
      .where(eb => eb.or([eb('raster_sha256', 'is', null), eb('raster_sha256', '<>', row.raster_sha256)]))
      .returning('id')
      .executeTakeFirst()
    if (changed !== undefined) await audit(trx, context, 'business_profile.logo_raster_changed')
    return { ...logo, isPrintable: true }
  })
}

/** Removes the logo; 404 where there is none. */
export async function removeLogo(context: Context): Promise<void> {
  await inTransaction(context, async trx => {
    const removed = await trx.deleteFrom('business_logo').returning('id').executeTakeFirst()
    if (removed === undefined) throw new AppError('not_found')
    await audit(trx, context, 'business_profile.logo_removed')
  })
}

function bytesOf(received: ReceivedFile): Uint8Array {
  if (received.isTooLarge) throw invalidField('file', 'logo.too_large')
  if (received.sizeBytes === 0) throw invalidField('file', 'file.empty')
  return new Uint8Array(Buffer.concat(received.chunks))
}

function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function demandDrawing(logo: Logo | null, sha256: string): Logo {
  if (logo?.mediaType !== 'image/svg+xml' || logo.sha256 !== sha256) throw new AppError('not_found')
  return logo
}

async function audit(
  trx: Transaction<Database>,
  context: Context,
  action: Extract<AuditAction, `business_profile.logo_${string}`>,
): Promise<void> {
  await recordAudit(trx, context, { action, subjectKind: 'business_profile', subjectId: businessProfileRealtimeId })
}
