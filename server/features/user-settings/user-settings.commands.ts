import type { Transaction } from 'kysely'
import { type UserSettingsChange, userSettingsInput } from '#contract/user-settings.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { allowOnly, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { cancelEmailChange } from '#server/features/accounts/email-change.commands.ts'
import { changeUserWithin, demandPasswordForChange } from '#server/features/accounts/user.commands.ts'
import { askToConfirmContact } from '#server/features/customers/contact-address.commands.ts'
import { changeCustomerWithin } from '#server/features/customers/customer.commands.ts'
import { demandRevision } from '#server/revision.ts'
import { settingsRevision } from './user-settings.present.ts'
import { type FoundSettings, getOwnSettings } from './user-settings.queries.ts'

type Trx = Transaction<Database>

const userFields = ['firstName', 'lastName', 'email'] as const

/**
 * Changes the own settings: parts of them (PATCH) or all (PUT, `isWhole`). Another e-mail address and the newsletter
 * start with a mailed link. 412 `stale`, 422 for fields of a missing customer and for the password that an address
 * needs.
 */
export async function changeSettings(
  context: Context,
  actor: UserActor,
  { currentPassword, ...change }: UserSettingsChange,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundSettings> {
  const hasPassword = await demandPasswordForChange(context, actor.userId, change.email, currentPassword)
  return inTransaction(context, async trx => {
    const before = await lockSettings(trx, context, actor, revision)
    const fieldNames = before.customer ? Object.keys(userSettingsInput.shape) : userFields
    allowOnly(change, fieldNames)
    if (isWhole) demandAll(change, fieldNames)
    const { firstName, lastName, email, ...rest } = change
    await changeUserWithin(trx, context, before.user, { firstName, lastName, email }, { hasPassword })
    if (before.customer) {
      const names = followNames(before.user, before.customer, { firstName, lastName })
      await changeCustomerPart(trx, context, before.customer, { ...rest, ...names })
    }
    return getOwnSettings(trx, actor, context.clock.now())
  })
}

/** Withdraws the request for another address; does nothing where there is none. */
export async function takeBackEmailChange(context: Context, actor: UserActor): Promise<FoundSettings> {
  return inTransaction(context, async trx => {
    if (await cancelEmailChange(trx, context, actor.userId)) {
      await recordAudit(trx, context, {
        action: 'user.email_change_cancelled',
        subjectKind: 'user',
        subjectId: actor.userId,
      })
    }
    return getOwnSettings(trx, actor, context.clock.now())
  })
}

/** Mails a link that confirms the contact address; does nothing where there is none to confirm. 429 `mail.too_many`. */
export async function confirmContactByMail(context: Context, actor: UserActor): Promise<FoundSettings> {
  return inTransaction(context, async trx => {
    if (actor.customerId !== null) await askToConfirmContact(trx, context, actor.customerId)
    return getOwnSettings(trx, actor, context.clock.now())
  })
}

async function lockSettings(
  trx: Trx,
  { engine, clock }: Context,
  actor: UserActor,
  revision: number | undefined,
): Promise<FoundSettings> {
  await trx.selectFrom('user_account').select('id').where('id', '=', actor.userId).$call(forUpdate(engine)).execute()
  const customerId = actor.customerId ?? ''
  await trx.selectFrom('customer').select('id').where('id', '=', customerId).$call(forUpdate(engine)).execute()
  const found = await getOwnSettings(trx, actor, clock.now())
  demandRevision(revision, settingsRevision(found.user, found.customer))
  return found
}

type CustomerPart = Pick<
  UserSettingsChange,
  'phone' | 'website' | 'address' | 'contactEmail' | 'notifications' | 'notificationsWhen' | 'newsletter'
> & { firstName?: string; lastName?: string }

async function changeCustomerPart(
  trx: Trx,
  context: Context,
  customer: NonNullable<FoundSettings['customer']>,
  { contactEmail, notificationsWhen, ...change }: CustomerPart,
): Promise<void> {
  const fields = sentFields({ ...change, email: contactEmail })
  // The own record, also for an admin: nothing else is in scope of this call.
  if (Object.keys(fields).length > 0) {
    await changeCustomerWithin(trx, context, customer.id, fields, { revision: undefined, isWhole: false })
  }
  if (notificationsWhen === undefined || notificationsWhen === customer.notified_when) return
  await trx
    .updateTable('customer')
    .set(eb => ({
      notified_when: notificationsWhen,
      updated_at: instantText(context.clock.now()),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', customer.id)
    .execute()
  await recordAudit(trx, context, {
    action: 'customer.updated',
    subjectKind: 'customer',
    subjectId: customer.id,
    details: 'notificationsWhen',
  })
}

/** A person who is the customer, or its contact, has one name: equal names stay equal. */
function followNames(
  user: FoundSettings['user'],
  customer: NonNullable<FoundSettings['customer']>,
  { firstName, lastName }: Pick<UserSettingsChange, 'firstName' | 'lastName'>,
): { firstName?: string; lastName?: string } {
  if (user.first_name !== customer.first_name || user.last_name !== customer.last_name) return {}
  return sentFields({ firstName, lastName })
}
