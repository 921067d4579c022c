import type { Transaction } from 'kysely'
import { type BusinessProfileInput, settings } from '#contract/business-profile.ts'
import { businessProfileRealtimeId } from '#contract/events.ts'
import { recordAudit } from '#server/audit/record.ts'
import { demandStepUp } from '#server/auth/reauthentication.ts'
import { type Change, changedFields, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { getProfile, type StoredProfile } from './business-profile.queries.ts'

/**
 * Changes parts of the business profile, or all of it. `revision` is the last one the caller saw: 412 `stale` when somebody
 * changed it since.
 */
export async function changeProfile(
  context: Context,
  change: Change<BusinessProfileInput>,
  revision: number | undefined,
): Promise<StoredProfile> {
  return inTransaction(context, async trx => {
    await trx.selectFrom('business_profile').select('id').$call(forUpdate(context.engine)).execute()
    const before = await getProfile(trx)
    demandRevision(revision, before.revision)
    const profile = { ...before.profile, ...sentFields(change) }
    const fields = changedFields(before.profile, profile)
    if (fields.length === 0) return before
    await demandStepUp(trx, context, settings.updateProfile, fields)
    const after = await storeProfile(trx, context, profile)
    await recordAudit(trx, context, {
      action: 'business_profile.updated',
      subjectKind: 'business_profile',
      subjectId: businessProfileRealtimeId,
      details: fields.join(', '),
    })
    return after
  })
}

/** Replaces the profile; the caller audits. The set-up and the demo create the first one. */
export async function storeProfile(
  trx: Transaction<Database>,
  { clock }: Pick<Runtime, 'clock'>,
  profile: BusinessProfileInput,
): Promise<StoredProfile> {
  const now = instantText(clock.now())
  const text = JSON.stringify(profile)
  const row = await trx
    .insertInto('business_profile')
    .values({ id: 1, profile: text, revision: 1, created_at: now, updated_at: now })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(eb => ({
        profile: text,
        revision: eb('business_profile.revision', '+', 1),
        updated_at: now,
      })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return { profile, revision: row.revision, updatedAt: now }
}
