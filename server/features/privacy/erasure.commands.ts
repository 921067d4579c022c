import type { Transaction } from 'kysely'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin, userOf } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { forUpdate } from '#server/database/engine.ts'
import { foldCase } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { getNotifiedCustomer } from '#server/features/notifications/notification.queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import { type MailContent, renderMail } from '#server/mail/layout.ts'
import { enqueueMail, type MailContext } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { askedBusinessMail, askedMail, withdrawnMail } from './erasure.mails.ts'
import { type FoundErasure, findObstacles, getErasure } from './erasure.queries.ts'
import { dueAfter, obstaclesOf } from './erasure.rules.ts'

type Trx = Transaction<Database>
type ErasureMailKind = 'erasure' | 'erasure_withdrawn'

/**
 * Schedules the deletion of a customer's account in two weeks. 404 outside the scope, 422 `erasure.confirmation` unless
 * the customer's number was typed, 409 `erasure.already_asked`, `erasure.unpaid_invoices`, `erasure.own_business` and
 * `customer.erased`, 429 `mail.too_many` when it was requested and withdrawn too often today.
 */
export async function askForErasure(context: Context, customerId: string, confirmation: string): Promise<FoundErasure> {
  const actor = userOf(context)
  await getErasure(context.db, context, customerId)
  return inTransaction(context, async trx => {
    await lockCustomer(trx, context, customerId)
    const { customer, erasure } = await getErasure(trx, context, customerId)
    if (customer.erased_at !== null) throw new AppError('customer.erased')
    if (erasure !== undefined) throw new AppError('erasure.already_asked')
    const [obstacle] = obstaclesOf(await findObstacles(trx, customerId))
    if (obstacle) throw new AppError(`erasure.${obstacle}`)
    if (foldCase(confirmation) !== foldCase(customer.number)) {
      throw invalidField('confirmation', 'erasure.confirmation')
    }
    const now = context.clock.now()
    const dueAt = dueAfter(now)
    await trx
      .insertInto('erasure')
      .values({
        id: newId(now),
        customer_id: customerId,
        customer_number: customer.number,
        state: 'waiting',
        asked_by: isAdmin(actor) ? 'admin' : 'customer',
        asked_at: instantText(now),
        due_at: instantText(dueAt),
        ended_at: null,
      })
      .execute()
    const portal = baseUrl(context.config)
    const customerName = displayNameOf(customer)
    const facts = { customerNumber: customer.number, dueAt }
    await mailCustomer(
      trx,
      context,
      customerId,
      'erasure',
      askedMail({ ...facts, url: `${portal}/user-settings#konto` }),
    )
    const url = `${portal}/admin-portal/customer/${customerId}?section=privacy`
    await mailBusiness(
      trx,
      context,
      { customerId, kind: 'erasure' },
      askedBusinessMail({ ...facts, customerName, url }),
    )
    await recordAudit(trx, context, {
      action: 'customer.erasure_asked',
      subjectKind: 'customer',
      subjectId: customerId,
      details: customer.number,
    })
    return getErasure(trx, context, customerId)
  })
}

/** Cancels the deletion. 404 outside the scope, 409 `erasure.none`, and `erasure.running` when it has begun. */
export async function withdrawErasure(context: Context, customerId: string): Promise<FoundErasure> {
  return inTransaction(context, async trx => {
    await lockCustomer(trx, context, customerId)
    const { erasure } = await getErasure(trx, context, customerId)
    if (erasure?.state === 'running') throw new AppError('erasure.running')
    if (!(await withdrawWaiting(trx, context, customerId))) throw new AppError('erasure.none')
    return getErasure(trx, context, customerId)
  })
}

/** The same in a transaction of the caller, without a scope; returns false where none waits. */
export async function withdrawWaiting(trx: Trx, context: Context, customerId: string): Promise<boolean> {
  await lockCustomer(trx, context, customerId)
  const withdrawn = await trx
    .updateTable('erasure')
    .set({ state: 'withdrawn', ended_at: instantText(context.clock.now()) })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .returning('customer_number')
    .executeTakeFirst()
  if (withdrawn === undefined) return false
  const mail = withdrawnMail(withdrawn.customer_number)
  await mailCustomer(trx, context, customerId, 'erasure_withdrawn', mail)
  await mailBusiness(trx, context, { customerId, kind: 'erasure_withdrawn' }, mail)
  await recordAudit(trx, context, {
    action: 'customer.erasure_withdrawn',
    subjectKind: 'customer',
    subjectId: customerId,
    details: withdrawn.customer_number,
  })
  return true
}

/**
 * Always, regardless of the notification settings, and to the logins as well: the contact address may be a thief's. Only
 * the first is counted; without it the others are not sent either.
 */
async function mailCustomer(
  trx: Trx,
  runtime: Context,
  customerId: string,
  kind: ErasureMailKind,
  mail: MailContent,
): Promise<void> {
  const { importantEmail } = await getNotifiedCustomer(trx, customerId)
  if (importantEmail === '') return
  const letter = { kind, about: { customerId }, ...renderMail(await getSender(trx), mail) }
  if (!(await enqueueMail(trx, runtime, { ...letter, to: importantEmail }))) return
  const users = await trx
    .selectFrom('user_account')
    .select(['email', 'email_key'])
    .where('customer_id', '=', customerId)
    .where('is_active', '=', 1)
    .where('email', '<>', '')
    .orderBy('username_key')
    .execute()
  const others = new Map(users.map(({ email, email_key }) => [email_key, email]))
  others.delete(addressKey(importantEmail))
  for (const to of others.values()) await enqueueMail(trx, byPortal(runtime), { ...letter, to })
}

export async function mailBusiness(
  trx: Trx,
  context: MailContext,
  { customerId, kind, key }: { customerId: string; kind: ErasureMailKind; key?: string },
  mail: MailContent,
): Promise<void> {
  const { profile } = await getProfile(trx)
  if (profile.email === '') return
  await enqueueMail(trx, context, {
    kind,
    ...(key !== undefined && { key: `${key}:business` }),
    to: profile.email,
    about: { customerId },
    ...renderMail(await getSender(trx), mail),
  })
}

async function lockCustomer(trx: Trx, { engine }: Pick<Context, 'engine'>, id: string): Promise<void> {
  await trx.selectFrom('customer').select('id').where('id', '=', id).$call(forUpdate(engine)).execute()
}
