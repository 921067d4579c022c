/**
 * Writes to a customer's links. Each first locks the customer: places have no gaps and no duplicates under concurrent
 * writes. The place of a link is not part of its revision (decision 0024).
 */

import type { Transaction } from 'kysely'
import { type CustomerLinkInput, customerLinkInput, type NewCustomerLink } from '#contract/customer-links.ts'
import { customerLinksMax } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { areSameRows, orderWith, storeOrder } from '#server/database/list-order.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockOwner } from '#server/features/customers/customer-owner.queries.ts'
import { demandRevision } from '#server/revision.ts'
import { getLink, type LinkRow, listLinksOf } from './customer-link.queries.ts'

/**
 * Adds a link, at the end unless a position is given. 422 `reference.unknown` for a customer out of scope, 409
 * `customer_link.too_many`.
 */
export async function addLink(
  context: Context,
  { customerId, position = customerLinksMax, label, url }: NewCustomerLink,
): Promise<LinkRow> {
  return inTransaction(context, async trx => {
    const owner = await lockOwner(trx, context, customerId)
    const ids = (await listLinksOf(trx, owner)).map(link => link.id)
    if (ids.length >= customerLinksMax) throw new AppError('customer_link.too_many')
    const now = context.clock.now()
    const id = newId(now)
    const at = instantText(now)
    await trx
      .insertInto('customer_link')
      .values({ id, customer_id: owner, label, url, position: ids.length + 1, created_at: at, updated_at: at })
      .execute()
    await storeOrder(trx, 'customer_link', [...ids, id], orderWith(ids, id, position))
    await recordAudit(trx, context, { action: 'customer_link.created', subjectKind: 'customer_link', subjectId: id })
    return getLink(trx, context.scope, id)
  })
}

/**
 * Changes parts of a link (PATCH) or all of it (PUT, `isWhole`); with a position it moves there. 404 outside the scope,
 * 412 `stale`, 422 for missing fields.
 */
export async function changeLink(
  context: Context,
  id: string,
  change: Change<CustomerLinkInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<LinkRow> {
  return inTransaction(context, async trx => {
    const { row, ids } = await lockLink(trx, context, id, revision)
    if (isWhole) demandAll(change, Object.keys(customerLinkInput.shape))
    const order = change.position === undefined ? ids : orderWith(ids, id, change.position)
    const before = { label: row.label, url: row.url, position: ids.indexOf(id) + 1 }
    const after = { ...before, ...sentFields<CustomerLinkInput>(change), position: order.indexOf(id) + 1 }
    const changed = changedFields(before, after)
    if (changed.length === 0) return row
    const { position: _, ...columns } = after
    const isEdited = changed.some(name => name !== 'position')
    await trx
      .updateTable('customer_link')
      .set({
        ...columns,
        updated_at: instantText(context.clock.now()),
        revision: row.revision + (isEdited ? 1 : 0),
      })
      .where('id', '=', id)
      .execute()
    await storeOrder(trx, 'customer_link', ids, order)
    await recordAudit(trx, context, {
      action: 'customer_link.updated',
      subjectKind: 'customer_link',
      subjectId: id,
      details: changed.join(', '),
    })
    return getLink(trx, context.scope, id)
  })
}

/** Deletes a link; the following ones move up. */
export async function deleteLink(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const { row, ids } = await lockLink(trx, context, id, revision)
    await trx.deleteFrom('customer_link').where('id', '=', id).execute()
    await storeOrder(
      trx,
      'customer_link',
      ids,
      ids.filter(other => other !== id),
    )
    await recordAudit(trx, context, {
      action: 'customer_link.deleted',
      subjectKind: 'customer_link',
      subjectId: id,
      lostBy: row.customer_id,
    })
  })
}

/**
 * Puts all links of a customer in this order; 409 `customer_link.set_changed` when these are not the existing links.
 */
export async function reorderLinks(
  context: Context,
  { ids, customerId }: { ids: string[]; customerId?: string | undefined },
): Promise<LinkRow[]> {
  return inTransaction(context, async trx => {
    const owner = await lockOwner(trx, context, customerId)
    const stored = (await listLinksOf(trx, owner)).map(link => link.id)
    if (!areSameRows(ids, stored)) throw new AppError('customer_link.set_changed')
    if (ids.some((id, index) => id !== stored[index])) {
      await storeOrder(trx, 'customer_link', stored, ids)
      await recordAudit(trx, context, {
        action: 'customer_link.reordered',
        subjectKind: 'customer',
        subjectId: owner,
      })
    }
    return listLinksOf(trx, owner)
  })
}

/** The link and its neighbours, if unchanged since `revision`. */
async function lockLink(
  trx: Transaction<Database>,
  context: Context,
  id: string,
  revision: number | undefined,
): Promise<{ row: LinkRow; ids: string[] }> {
  const { customer_id } = await getLink(trx, context.scope, id)
  await lockOwner(trx, context, customer_id)
  const links = await listLinksOf(trx, customer_id)
  const row = links.find(link => link.id === id)
  if (row === undefined) throw new AppError('not_found')
  demandRevision(revision, row.revision)
  return { row, ids: links.map(link => link.id) }
}
