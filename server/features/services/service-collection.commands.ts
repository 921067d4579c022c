import type { Transaction } from 'kysely'
import {
  type NewServiceCollection,
  type ServiceCollectionInput,
  serviceCollectionInput,
} from '#contract/service-collections.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
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
import { type FoundCollection, getCollection, getCollectionToChange } from './service-collection.queries.ts'

type Trx = Transaction<Database>

/** Creates a collection. 422 for an unknown customer and for services of another customer. */
export async function createCollection(context: Context, input: NewServiceCollection): Promise<FoundCollection> {
  const fields: ServiceCollectionInput = {
    name: input.name,
    customerId: input.customerId,
    description: input.description ?? '',
    serviceIds: input.serviceIds ?? [],
  }
  return inTransaction(context, async trx => {
    await demandCustomer(trx, context, fields.customerId)
    const now = context.clock.now()
    const id = newId()
    await trx
      .insertInto('service_collection')
      .values({ id, ...columnsOf(fields), created_at: instantText(now), updated_at: instantText(now) })
      .execute()
    await setServices(trx, context, { id, customerId: fields.customerId, serviceIds: fields.serviceIds })
    await saveSearchTerms(trx, 'service_collection', id, [fields.name, fields.description])
    await recordAudit(trx, context, {
      action: 'service_collection.created',
      subjectKind: 'service_collection',
      subjectId: id,
    })
    return getCollection(trx, context.scope, id)
  })
}

/**
 * Changes parts of a collection (PATCH) or all of it (PUT, `isWhole`). 404 outside the scope, 412 `stale`, 422 for unknown
 * references, 409 `service_collection.customer_fixed` for another customer while services of the old one stay in it.
 */
export async function changeCollection(
  context: Context,
  id: string,
  change: Change<ServiceCollectionInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundCollection> {
  return inTransaction(context, async trx => {
    const { row, services } = await getCollectionToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(serviceCollectionInput.shape))
    const before: ServiceCollectionInput = {
      name: row.name,
      description: row.description,
      customerId: row.customer_id,
      serviceIds: services.map(service => service.id).sort(),
    }
    const sent = sentFields<ServiceCollectionInput>(change)
    const after = { ...before, ...sent, serviceIds: [...new Set(sent.serviceIds ?? before.serviceIds)].sort() }
    const changed = changedFields(before, after)
    if (changed.length === 0) return getCollection(trx, context.scope, id)

    if (changed.includes('customerId')) {
      const stays = after.serviceIds.some(serviceId => before.serviceIds.includes(serviceId))
      if (stays) throw new AppError('service_collection.customer_fixed')
      await demandCustomer(trx, context, after.customerId)
    }
    if (changed.includes('serviceIds')) await setServices(trx, context, { id, ...after })
    await trx
      .updateTable('service_collection')
      .set({ ...columnsOf(after), updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    await saveSearchTerms(trx, 'service_collection', id, [after.name, after.description])
    await recordAudit(trx, context, {
      action: 'service_collection.updated',
      subjectKind: 'service_collection',
      subjectId: id,
      details: changed.join(', '),
    })
    return getCollection(trx, context.scope, id)
  })
}

/** Deletes a collection; its services stay, without one. */
export async function deleteCollection(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const { row } = await getCollectionToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    await setServices(trx, context, { id, customerId: row.customer_id, serviceIds: [] })
    await removeSearchTerms(trx, 'service_collection', id)
    await trx.deleteFrom('service_collection').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'service_collection.deleted',
      subjectKind: 'service_collection',
      subjectId: id,
      lostBy: row.customer_id,
    })
  })
}

/** Sets the services of the collection. Each added or removed one is changed: its revision counts. */
async function setServices(
  trx: Trx,
  { engine, clock }: Pick<Context, 'engine' | 'clock'>,
  { id, customerId, serviceIds }: { id: string; customerId: string; serviceIds: readonly string[] },
): Promise<void> {
  const wanted = [...new Set(serviceIds)]
  const touched = await trx
    .selectFrom('service')
    .select(['id', 'customer_id', 'collection_id'])
    .where(eb => eb.or([eb('collection_id', '=', id), ...(wanted.length > 0 ? [eb('id', 'in', wanted)] : [])]))
    .orderBy('id')
    .$call(forUpdate(engine))
    .execute()
  const found = touched.filter(service => wanted.includes(service.id))
  if (found.length < wanted.length || found.some(service => service.customer_id !== customerId)) {
    throw invalidField('serviceIds', 'reference.unknown')
  }
  const come = found.filter(service => service.collection_id !== id).map(service => service.id)
  const gone = touched.filter(service => !wanted.includes(service.id)).map(service => service.id)
  for (const [ids, collectionId] of [
    [come, id],
    [gone, null],
  ] as const) {
    if (ids.length === 0) continue
    await trx
      .updateTable('service')
      .set(eb => ({
        collection_id: collectionId,
        revision: eb('revision', '+', 1),
        updated_at: instantText(clock.now()),
      }))
      .where('id', 'in', ids)
      .execute()
  }
}

function columnsOf(fields: ServiceCollectionInput) {
  return {
    customer_id: fields.customerId,
    name: fields.name,
    name_key: fold(fields.name),
    description: fields.description,
  }
}
