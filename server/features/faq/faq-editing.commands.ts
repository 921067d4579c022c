/**
 * Writes to the questions. Each first takes one common lock: places have no gaps and no duplicates under concurrent
 * writes. The place of a question is not part of its revision (decision 0024).
 */

import type { Transaction } from 'kysely'
import { type FaqInput, faqInput, type NewFaqEntry } from '#contract/faq.ts'
import { faqEntriesMax } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { lockForTransaction } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import { areSameRows, orderWith, storeOrder } from '#server/database/list-order.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { type EditableFaqRow, getEditableFaq, listFaqIds } from './faq-editing.queries.ts'

/** Adds a question, by default at the end and not published. 409 `faq.too_many`. */
export async function addFaq(
  context: Context,
  { question, answer, category = '', published = false, position = faqEntriesMax }: NewFaqEntry,
): Promise<EditableFaqRow> {
  return inTransaction(context, async trx => {
    await lockForTransaction(trx, context.engine, 'faq')
    const ids = await listFaqIds(trx)
    if (ids.length >= faqEntriesMax) throw new AppError('faq.too_many')
    const now = context.clock.now()
    const id = newId(now)
    const at = instantText(now)
    await trx
      .insertInto('faq')
      .values({
        id,
        question,
        answer,
        category,
        is_published: published ? 1 : 0,
        position: ids.length + 1,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await storeOrder(trx, 'faq', [...ids, id], orderWith(ids, id, position))
    await saveSearchTerms(trx, 'faq', id, [question, answer])
    await recordAudit(trx, context, { action: 'faq.created', subjectKind: 'faq', subjectId: id })
    return getEditableFaq(trx, context.scope, id)
  })
}

/**
 * Changes parts of a question (PATCH) or all of it (PUT, `isWhole`); with a position it moves there. 412 `stale`, 422 for
 * missing fields.
 */
export async function changeFaq(
  context: Context,
  id: string,
  change: Change<FaqInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<EditableFaqRow> {
  return inTransaction(context, async trx => {
    const { row, ids } = await lockFaq(trx, context, id, revision)
    if (isWhole) demandAll(change, Object.keys(faqInput.shape))
    const order = change.position === undefined ? ids : orderWith(ids, id, change.position)
    const { question, answer, category } = row
    const before: FaqInput = {
      question,
      answer,
      category,
      published: row.is_published === 1,
      position: ids.indexOf(id) + 1,
    }
    const after = { ...before, ...sentFields<FaqInput>(change), position: order.indexOf(id) + 1 }
    const changed = changedFields(before, after)
    if (changed.length === 0) return row
    const isEdited = changed.some(name => name !== 'position')
    await trx
      .updateTable('faq')
      .set({
        question: after.question,
        answer: after.answer,
        category: after.category,
        is_published: after.published ? 1 : 0,
        updated_at: instantText(context.clock.now()),
        revision: row.revision + (isEdited ? 1 : 0),
      })
      .where('id', '=', id)
      .execute()
    await storeOrder(trx, 'faq', ids, order)
    await saveSearchTerms(trx, 'faq', id, [after.question, after.answer])
    await recordAudit(trx, context, {
      action: 'faq.updated',
      subjectKind: 'faq',
      subjectId: id,
      lostBy: row.is_published === 1 ? 'everybody' : undefined,
      details: changed.join(', '),
    })
    return getEditableFaq(trx, context.scope, id)
  })
}

/** Deletes a question; the following ones move up. 412 `stale`. */
export async function deleteFaq(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const { row, ids } = await lockFaq(trx, context, id, revision)
    await removeSearchTerms(trx, 'faq', id)
    await trx.deleteFrom('faq').where('id', '=', id).execute()
    await storeOrder(
      trx,
      'faq',
      ids,
      ids.filter(other => other !== id),
    )
    await recordAudit(trx, context, {
      action: 'faq.deleted',
      subjectKind: 'faq',
      subjectId: id,
      lostBy: row.is_published === 1 ? 'everybody' : undefined,
      details: row.question,
    })
  })
}

/** Puts all questions in this order; 409 `faq.set_changed` when these are not the existing questions. */
export async function reorderFaq(context: Context, ids: readonly string[]): Promise<void> {
  await inTransaction(context, async trx => {
    await lockForTransaction(trx, context.engine, 'faq')
    const stored = await listFaqIds(trx)
    if (!areSameRows(ids, stored)) throw new AppError('faq.set_changed')
    if (ids.every((id, index) => id === stored[index])) return
    await storeOrder(trx, 'faq', stored, ids)
    await recordAudit(trx, context, { action: 'faq.reordered', subjectKind: 'faq', subjectId: '' })
  })
}

/** The question and its neighbours, if unchanged since `revision`. */
async function lockFaq(
  trx: Transaction<Database>,
  { engine, scope }: Pick<Context, 'engine' | 'scope'>,
  id: string,
  revision: number | undefined,
): Promise<{ row: EditableFaqRow; ids: string[] }> {
  await lockForTransaction(trx, engine, 'faq')
  const row = await getEditableFaq(trx, scope, id)
  demandRevision(revision, row.revision)
  return { row, ids: await listFaqIds(trx) }
}
