import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { businessProfileRealtimeId } from '#contract/events.ts'
import type { Logo } from '#contract/logo.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ReceivedFile } from '#server/files/received-file.ts'
import { findLogo, toLogo } from '#server/files/stored-logo.ts'
import { makeLogo } from './logo.rules.ts'

/** Stores an uploaded logo and replaces the existing one. 422 `file.empty` and as `makeLogo`. */
export async function replaceLogo(context: Context, received: ReceivedFile): Promise<Logo> {
  if (received.isTooLarge) throw invalidField('file', 'logo.too_large')
  if (received.sizeBytes === 0) throw invalidField('file', 'file.empty')
  const { mediaType, width, height, content } = await makeLogo(new Uint8Array(Buffer.concat(received.chunks)))
  const sha256 = createHash('sha256').update(content).digest('hex')
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

/** Removes the logo; 404 where there is none. */
export async function removeLogo(context: Context): Promise<void> {
  await inTransaction(context, async trx => {
    const removed = await trx.deleteFrom('business_logo').returning('id').executeTakeFirst()
    if (removed === undefined) throw new AppError('not_found')
    await audit(trx, context, 'business_profile.logo_removed')
  })
}

async function audit(
  trx: Transaction<Database>,
  context: Context,
  action: 'business_profile.logo_changed' | 'business_profile.logo_removed',
): Promise<void> {
  await recordAudit(trx, context, { action, subjectKind: 'business_profile', subjectId: businessProfileRealtimeId })
}
