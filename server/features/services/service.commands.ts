import type { Transaction } from 'kysely'
import { collectionServicesMax } from '#contract/limits.ts'
import type { NewCredential, ServiceType } from '#contract/service-fields.ts'
import { type ServiceInput, services } from '#contract/services.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { demandStepUp } from '#server/auth/reauthentication.ts'
import { allowOnly, type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandCustomer } from '#server/features/customers/customer.queries.ts'
import { demandRevision } from '#server/revision.ts'
import { canHaveCredentials } from './service.policy.ts'
import { type FoundService, getService, getServiceToChange, type ServiceRow, urlsOf } from './service.queries.ts'
import { fieldsOfKind, nothingKnown, serviceSearchTexts } from './service.rules.ts'
import { insertCredential } from './service-credential.commands.ts'
import { changeDetails, insertDetails } from './service-details.commands.ts'

type Trx = Transaction<Database>
type NewServiceInput = Change<ServiceInput> &
  Pick<ServiceInput, 'name' | 'customerId'> & { readonly credential?: NewCredential | undefined }
export type ServiceChange = Change<ServiceInput> & { readonly type?: ServiceType | undefined }

/**
 * Creates a service of a kind, a device or a website also with its first credential. 422 for fields of another kind,
 * for a website without an address, and for an unknown customer or collection; 409 `service_collection.full`.
 */
export async function createService(
  context: Context,
  type: ServiceType,
  { credential, ...input }: NewServiceInput,
): Promise<FoundService> {
  allowOnly(input, fieldsOfKind(type))
  if (credential !== undefined && !canHaveCredentials(type)) throw invalidField('credential', 'unknown_field')
  const fields: ServiceInput = { ...nothingKnown, ...sentFields<ServiceInput>(input), ...pickNamed(input) }
  demandAddress(type, fields)
  return inTransaction(context, async trx => {
    await demandCustomer(trx, context, fields.customerId)
    await demandRoom(trx, context, fields)
    const now = context.clock.now()
    const id = newId()
    await trx
      .insertInto('service')
      .values({
        id,
        type,
        ...columnsOf(fields),
        state: stateAtFirst(type, fields),
        created_at: instantText(now),
        updated_at: instantText(now),
      })
      .execute()
    await insertDetails(trx, context, { id, type }, fields)
    await saveSearchTerms(trx, 'service', id, serviceSearchTexts(fields))
    await recordAudit(trx, context, {
      action: 'service.created',
      subjectKind: 'service',
      subjectId: id,
    })
    if (credential !== undefined) {
      await insertCredential(trx, context, { ...credential, serviceId: id, customerId: fields.customerId })
    }
    return getService(trx, context.scope, id)
  })
}

/**
 * Changes parts of a service (PATCH) or all of it (PUT, `isWhole`). 404 outside the scope or of another kind than asked
 * for, 412 `stale`, 422 for fields of another kind and unknown references, 409 `service.customer_fixed` while it is in a
 * collection of the customer it had.
 */
export async function changeService(
  context: Context,
  { id, type }: { id: string; type?: ServiceType },
  { type: stated, ...change }: ServiceChange,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundService> {
  return inTransaction(context, async trx => {
    const row = await getServiceToChange(trx, context.scope, id, type)
    demandRevision(revision, row.revision)
    if (stated !== undefined && stated !== row.type) throw invalidField('type', 'choice.invalid')
    allowOnly(change, fieldsOfKind(row.type))
    if (isWhole) demandAll(change, fieldsOfKind(row.type))
    const before = inputOf(row)
    const after = { ...before, ...sentFields<ServiceInput>(change) }
    demandAddress(row.type, after)
    const changed = changedFields(before, after)
    if (changed.length === 0) return getService(trx, context.scope, id)

    await demandStepUp(trx, context, services.update, changed)
    if (changed.includes('customerId')) await moveToCustomer(trx, context, row, after)
    if (changed.includes('collectionId')) await demandRoom(trx, context, after)
    await trx
      .updateTable('service')
      .set({ ...columnsOf(after), updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    await changeDetails(trx, context, row, { after, changed })
    await saveSearchTerms(trx, 'service', id, serviceSearchTexts(after))
    await recordAudit(trx, context, {
      action: 'service.updated',
      subjectKind: 'service',
      subjectId: id,
      details: changed.join(', '),
    })
    return getService(trx, context.scope, id)
  })
}

/** Deletes a service with its credentials and its history. */
export async function deleteService(
  context: Context,
  { id, type }: { id: string; type?: ServiceType },
  revision: number | undefined,
): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await getServiceToChange(trx, context.scope, id, type)
    demandRevision(revision, row.revision)
    await removeSearchTerms(trx, 'service', id)
    await trx.deleteFrom('service').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'service.deleted',
      subjectKind: 'service',
      subjectId: id,
      lostBy: row.customer_id,
    })
  })
}

function pickNamed({ name, customerId }: Pick<ServiceInput, 'name' | 'customerId'>) {
  return { name, customerId }
}

function demandAddress(type: ServiceType, { urls }: Pick<ServiceInput, 'urls'>): void {
  if (type === 'website_service' && urls.length === 0) throw invalidField('urls', 'urls.required')
}

/** The collection is the customer's, and has room for another. */
async function demandRoom(
  trx: Trx,
  { engine }: Pick<Context, 'engine'>,
  { collectionId, customerId }: Pick<ServiceInput, 'collectionId' | 'customerId'>,
): Promise<void> {
  if (collectionId === null) return
  const collection = await trx
    .selectFrom('service_collection')
    .select('customer_id')
    .where('id', '=', collectionId)
    .$call(forUpdate(engine))
    .executeTakeFirst()
  if (collection?.customer_id !== customerId) throw invalidField('collectionId', 'reference.unknown')
  const { count } = await trx
    .selectFrom('service')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow()
  if (count >= collectionServicesMax) throw new AppError('service_collection.full')
}

/** Parts of the service move with it; its collection does not. */
async function moveToCustomer(trx: Trx, context: Context, row: ServiceRow, after: ServiceInput): Promise<void> {
  await demandCustomer(trx, context, after.customerId)
  if (after.collectionId !== null && after.collectionId === row.collection_id) {
    throw new AppError('service.customer_fixed')
  }
  await trx
    .updateTable('service_credential')
    .set({ customer_id: after.customerId })
    .where('service_id', '=', row.id)
    .execute()
}

function stateAtFirst(type: ServiceType, { isWatched }: Pick<ServiceInput, 'isWatched'>): 'none' | 'unknown' {
  if (type === 'device_service' || (type === 'website_service' && !isWatched)) return 'none'
  return 'unknown'
}

function columnsOf(fields: ServiceInput) {
  return {
    customer_id: fields.customerId,
    collection_id: fields.collectionId,
    name: fields.name,
    name_key: fold(fields.name),
    description: fields.description,
    urls: JSON.stringify(fields.urls),
  }
}

function inputOf(row: ServiceRow): ServiceInput {
  return {
    name: row.name,
    description: row.description,
    customerId: row.customer_id,
    collectionId: row.collection_id,
    urls: urlsOf(row),
    localIp: row.local_ip ?? nothingKnown.localIp,
    externalIp: row.external_ip ?? nothingKnown.externalIp,
    macAddress: row.mac_address ?? nothingKnown.macAddress,
    isWatched: row.is_watched === null ? nothingKnown.isWatched : row.is_watched === 1,
    version: row.version ?? nothingKnown.version,
    periodMinutes: row.period_minutes ?? nothingKnown.periodMinutes,
  }
}
