import type { Transaction } from 'kysely'
import { revealsPerHourMax, serviceCredentialsMax } from '#contract/limits.ts'
import {
  type NewServiceCredential,
  type ServiceCredentialInput,
  serviceCredentialInput,
  serviceCredentials,
} from '#contract/service-credentials.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { demandFreshAuthentication, demandStepUp } from '#server/auth/reauthentication.ts'
import { countOn } from '#server/auth/throttle.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { hourMs, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { openSecret, type SecretPlace, sealSecret } from '#server/secrets/seal.ts'
import { canHaveCredentials } from './service.policy.ts'
import { type CredentialRow, getCredential, getCredentialToChange } from './service-credential.queries.ts'

type Trx = Transaction<Database>

/**
 * Adds a credential. 422 `reference.unknown` for an unknown service or one that can have none, 409 when it has too
 * many.
 */
export async function addCredential(context: Context, input: NewServiceCredential): Promise<CredentialRow> {
  return inTransaction(context, async trx => {
    const customerId = await lockOwner(trx, context, input.serviceId)
    const id = await insertCredential(trx, context, { ...input, customerId })
    return getCredential(trx, context.scope, id)
  })
}

/** The insert with its audit line, for a caller that has locked or just created the service. Returns the id. */
export async function insertCredential(
  trx: Trx,
  context: Context,
  { serviceId, customerId, ...input }: NewServiceCredential & { readonly customerId: string },
): Promise<string> {
  const now = instantText(context.clock.now())
  const id = newId()
  await trx
    .insertInto('service_credential')
    .values({
      id,
      service_id: serviceId,
      customer_id: customerId,
      label: input.label,
      username: input.username ?? '',
      is_shared: input.isShared === false ? 0 : 1,
      sealed_password:
        input.password === undefined ? null : sealSecret(context.keys, passwordPlace(id), input.password),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const subject = { subjectKind: 'service_credential' as const, subjectId: id }
  await recordAudit(trx, context, { action: 'service_credential.created', ...subject })
  return id
}

/** Changes parts of a credential (PATCH) or all of it (PUT, `isWhole`). 404 outside the scope, 412 `stale`. */
export async function changeCredential(
  context: Context,
  id: string,
  change: Change<ServiceCredentialInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<CredentialRow> {
  return inTransaction(context, async trx => {
    const row = await getCredentialToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(serviceCredentialInput.shape))
    const before: ServiceCredentialInput = { label: row.label, username: row.username, isShared: row.is_shared === 1 }
    const after = { ...before, ...sentFields<ServiceCredentialInput>(change) }
    const changed = changedFields(before, after)
    if (changed.length === 0) return row
    await demandStepUp(trx, context, serviceCredentials.update, changed)
    await trx
      .updateTable('service_credential')
      .set({
        label: after.label,
        username: after.username,
        is_shared: after.isShared ? 1 : 0,
        updated_at: instantText(context.clock.now()),
        revision: row.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, context, {
      action: 'service_credential.updated',
      subjectKind: 'service_credential',
      subjectId: id,
      lostBy: row.is_shared === 1 ? row.customer_id : undefined,
      details: changed.join(', '),
    })
    return getCredential(trx, context.scope, id)
  })
}

/**
 * Stores a password, sealed, or removes it (null); replacing one requires a fresh password of the caller. 404 outside
 * the scope, 412 `stale`.
 */
export async function setPassword(
  context: Context,
  id: string,
  password: string | null,
  revision: number | undefined,
): Promise<CredentialRow> {
  return inTransaction(context, async trx => {
    const row = await getCredentialToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    if (password === null && row.sealed_password === null) return row
    if (row.sealed_password !== null) await demandFreshAuthentication(trx, context)
    await trx
      .updateTable('service_credential')
      .set({
        sealed_password: password === null ? null : sealSecret(context.keys, passwordPlace(id), password),
        updated_at: instantText(context.clock.now()),
        revision: row.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, context, {
      action: password === null ? 'service_credential.password_removed' : 'service_credential.password_set',
      subjectKind: 'service_credential',
      subjectId: id,
    })
    return getCredential(trx, context.scope, id)
  })
}

/**
 * The password, after the line in the audit log is on disk. 404 outside the scope, 409 `secret.none` and
 * `secret.unreadable`, 429.
 */
export async function revealPassword(context: Context, actor: UserActor, id: string): Promise<string> {
  const { sealed_password } = await getCredential(context.db, context.scope, id)
  if (sealed_password === null) throw new AppError('secret.none')
  await countOn(context, 'reveal', actor.userId, { limit: revealsPerHourMax, windowMs: hourMs })
  return inTransaction(context, async trx => {
    const row = await getCredentialToChange(trx, context.scope, id)
    if (row.sealed_password === null) throw new AppError('secret.none')
    const password = openSecret(context.keys, passwordPlace(id), row.sealed_password)
    await recordAudit(trx, context, {
      action: 'service_credential.revealed',
      subjectKind: 'service_credential',
      subjectId: id,
    })
    return password
  })
}

export async function deleteCredential(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await getCredentialToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    await trx.deleteFrom('service_credential').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'service_credential.deleted',
      subjectKind: 'service_credential',
      subjectId: id,
      lostBy: row.is_shared === 1 ? row.customer_id : undefined,
    })
  })
}

/** The location of a credential's password. */
export function passwordPlace(id: string): SecretPlace {
  return { table: 'service_credential', id, column: 'sealed_password' }
}

/** The customer of the service, which is locked until the transaction ends. */
async function lockOwner(trx: Trx, { engine }: Pick<Context, 'engine'>, serviceId: string): Promise<string> {
  const service = await trx
    .selectFrom('service')
    .select(['type', 'customer_id'])
    .where('id', '=', serviceId)
    .$call(forUpdate(engine))
    .executeTakeFirst()
  if (service === undefined || !canHaveCredentials(service.type)) throw invalidField('serviceId', 'reference.unknown')
  const { count } = await trx
    .selectFrom('service_credential')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('service_id', '=', serviceId)
    .executeTakeFirstOrThrow()
  if (count >= serviceCredentialsMax) throw new AppError('service.too_many_credentials')
  return service.customer_id
}
