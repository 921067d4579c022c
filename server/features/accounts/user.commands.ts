import type { Transaction } from 'kysely'
import type { Role } from '#contract/accounts.ts'
import { type NewUser, type UserInput, users } from '#contract/users.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { demandStepUp } from '#server/auth/reauthentication.ts'
import { type EndedSession, endSessionsOf } from '#server/auth/sessions.ts'
import { allowOnly, type Change, changedFields, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { type Engine, isForeignKeyViolation, isUniqueViolation } from '#server/database/engine.ts'
import { foldCase } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandCustomer } from '#server/features/customers/customer.queries.ts'
import { demandNoRunningErasure } from '#server/features/customers/running-erasure.queries.ts'
import { endAccess } from './access-end.commands.ts'
import { demandOtherAdmin, repairAccess } from './access-repair.commands.ts'
import { demandSay, lockMaker, warnOfAdmin } from './admin-creation.commands.ts'
import { demandPasswordForEmail, replaceEmail, requestEmailChange } from './email-change.commands.ts'
import { type EndedUsers, noUsers, recordEndedUsers } from './raised-user.commands.ts'
import { findDispute } from './stop-link.queries.ts'
import { canChangeEmail, canChangeRole, canDeleteUser, ownFields } from './user.policy.ts'
import { getUser, hasWorked, lockUser, type UserRow } from './user.queries.ts'
import { sendInvitation } from './user-invitation.commands.ts'
import { warnOfUsername } from './username-change.commands.ts'

type Trx = Transaction<Database>

/**
 * Creates a user without a password; with `invite` the invitation is mailed in the same transaction. A new admin
 * belongs to the business's own customer record by default, a customer's user must name one (422); all admins are
 * notified of a new one.
 */
export async function createUser(context: Context, { invite = false, ...input }: NewUser): Promise<UserRow> {
  const fields = withDefaults(context, input)
  return namingTakenFields(() =>
    inTransaction(context, async trx => {
      const maker = fields.role === 'admin' ? await lockMaker(trx, context) : undefined
      const { id, role } = await insertUser(trx, context, { ...fields, passwordHash: null })
      if (maker) await warnOfAdmin(trx, context, maker, { id, username: fields.username })
      if (invite) await sendInvitation(trx, context, id)
      await recordAudit(trx, context, {
        action: 'user.created',
        subjectKind: 'user',
        subjectId: id,
        details: role === 'admin' ? role : '',
      })
      return getUser(trx, context.actor, id)
    }),
  )
}

/** The insert alone, for a caller with a transaction and an audit line of its own. */
export async function insertUser(
  trx: Trx,
  { clock, engine }: Pick<Runtime, 'clock' | 'engine'>,
  { passwordHash, ...fields }: UserInput & { passwordHash: string | null },
): Promise<{ id: string; role: Role }> {
  await demandCustomerOf(trx, engine, fields)
  const id = newId()
  const now = instantText(clock.now())
  await trx
    .insertInto('user_account')
    .values({
      id,
      ...columnsOf(fields),
      password_hash: passwordHash,
      invited_at: null,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await saveSearchTerms(trx, 'user', id, searchTexts(fields))
  return { id, role: fields.role }
}

/**
 * Changes a user: an admin everything, others their own names and address. A user who is deactivated or gets another
 * role is logged out everywhere. 404, 412 `stale`, 409 `user.last_admin`, `user.own_account` and `user.in_dispute`,
 * 422.
 */
export async function changeUser(
  context: Context,
  id: string,
  { currentPassword, ...change }: Change<UserInput> & { readonly currentPassword?: string | undefined },
  revision: number | undefined,
): Promise<UserRow> {
  if (!isAdmin(context.actor)) allowOnly(change, ownFields)
  const hasPassword = await demandPasswordForChange(context, id, change.email, currentPassword)
  return namingTakenFields(() =>
    inTransaction(context, async trx => {
      const row = await lockUser(trx, context, id, revision)
      return changeUserWithin(trx, context, row, change, { hasPassword })
    }),
  )
}

/** Another address of the own account requires the password; before the transaction, as the check takes long. */
export async function demandPasswordForChange(
  context: Context,
  id: string,
  email: string | undefined,
  currentPassword: string | undefined,
): Promise<boolean> {
  const { actor } = context
  if (email === undefined || actor.kind !== 'user' || actor.userId !== id) return false
  const { email_key } = await getUser(context.db, actor, id)
  if (addressKey(email) === email_key) return false
  if (email === '') throw invalidField('email', 'email.required')
  await demandPasswordForEmail(context, actor, currentPassword)
  return true
}

/** The change of a locked row within the caller's transaction. Does nothing when nothing differs. */
export async function changeUserWithin(
  trx: Trx,
  context: Context,
  row: UserRow,
  { email, ...change }: Change<UserInput>,
  { hasPassword }: { hasPassword: boolean },
): Promise<UserRow> {
  const { id } = row
  const isOtherEmail = email !== undefined && addressKey(email) !== row.email_key
  const isAtOnce = canChangeEmail(context.actor, row) || !isOtherEmail
  const before = inputOf(row)
  const after = { ...before, ...sentFields(change), email: isAtOnce ? (email ?? before.email) : before.email }
  const changed = changedFields(before, after)
  await demandStepUp(trx, context, users.update, changed)
  if (changed.length > 0) await demandSay(trx, context, row.id)
  const ended = changed.length > 0 ? await storeChange(trx, context, row, after) : { sessions: [], users: noUsers }
  if (changed.includes('username')) await warnOfUsername(trx, context, row, after)
  if (!isAtOnce) {
    if (!hasPassword) throw invalidField('currentPassword', 'password.required')
    await requestEmailChange(trx, context, row, email)
  }
  await recordEndedImpersonations(trx, context, ended.sessions, 'session ended')
  await recordEndedUsers(trx, context, ended.users)
  const subject = { subjectKind: 'user' as const, subjectId: id }
  if (!isAtOnce) await recordAudit(trx, context, { action: 'user.email_change_asked', ...subject })
  if (changed.length > 0) {
    await recordAudit(trx, context, { action: 'user.updated', ...subject, details: changed.join(', ') })
  }
  return getUser(trx, context.actor, id)
}

type Ended = { readonly sessions: readonly EndedSession[]; readonly users: EndedUsers }

/** Returns everything that ends with the change. */
async function storeChange(trx: Trx, context: Context, row: UserRow, after: UserInput): Promise<Ended> {
  await demandCustomerOf(trx, context.engine, after)
  await demandChangeOfStanding(trx, context, row, after)
  const hasNewEmail = isOtherEmail(row, after)
  const isMade = isAdminNow(after) && !isAdminNow(inputOf(row))
  // Another address hands an account over as well: a stop must find it, and leave nobody behind.
  const maker = isMade || hasNewEmail ? await lockMaker(trx, context) : undefined
  await trx
    .updateTable('user_account')
    .set({ ...columnsOf(after), updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  await saveSearchTerms(trx, 'user', row.id, searchTexts(after))
  if (maker && isAdminNow(after)) {
    await warnOfAdmin(trx, context, maker, { id: row.id, username: after.username, isReaddressed: !isMade })
  }
  return followChange(trx, context, row, after)
}

/**
 * Deletes a user with all sessions. 409 `user.own_account`, `user.in_dispute`, `user.last_admin`, `user.has_history`
 * (measured work).
 */
export async function deleteUser(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await lockUser(trx, context, id, revision)
    if (!canDeleteUser(context.actor, row)) throw new AppError('user.own_account')
    await demandSay(trx, context, id)
    await demandOtherAdmin(trx, context, row)
    if (await hasWorked(trx, id)) throw new AppError('user.has_history')
    await removeSearchTerms(trx, 'user', id)
    await recordEndedImpersonations(trx, context, await endSessionsOf(trx, id), 'session ended')
    await trx.deleteFrom('user_account').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'user.deleted',
      subjectKind: 'user',
      subjectId: id,
      details: row.role === 'admin' ? row.username : '',
    })
  })
}

/** Role and activity: not of the own account, and never so that no admin is left who can log in. */
async function demandChangeOfStanding(trx: Trx, context: Context, row: UserRow, after: UserInput): Promise<void> {
  if (!changesStanding(row, after)) return
  if (!canChangeRole(context.actor, row)) throw new AppError('user.own_account')
  if (row.role === 'admin' && row.is_active === 1) await demandOtherAdmin(trx, context, row)
}

/**
 * Ends all access after a change of role, activity or address. An address set by an admin is undisputed: earlier ones
 * can no longer stop anything. Where somebody else may know the password, it is removed too. Returns everything that
 * ended.
 */
async function followChange(trx: Trx, context: Context, row: UserRow, after: UserInput): Promise<Ended> {
  const hasNewEmail = isOtherEmail(row, after)
  if (!hasNewEmail && !changesStanding(row, after)) return { sessions: [], users: noUsers }
  const dispute = await findDispute(trx, row.id, context.clock.now())
  const { sessions } = await endAccess(trx, context, row.id)
  const raised = hasNewEmail ? await replaceEmail(trx, context, row, after.email) : noUsers
  if (hasNewEmail || dispute?.isAboutEmail) await repairAccess(trx, context, row, dispute, raised)
  return { sessions, users: raised }
}

function isAdminNow({ role, isActive }: Pick<UserInput, 'role' | 'isActive'>): boolean {
  return role === 'admin' && isActive
}

function isOtherEmail(row: UserRow, after: UserInput): boolean {
  return row.email_key !== addressKey(after.email)
}

function changesStanding(row: UserRow, after: UserInput): boolean {
  return row.role !== after.role || (row.is_active === 1) !== after.isActive
}

function withDefaults({ actor }: Context, input: Omit<NewUser, 'invite'>): UserInput {
  const { username, email = '', firstName = '', lastName = '', role = 'customer', isActive = true } = input
  const ownCustomerId = role === 'admin' && actor.kind === 'user' ? actor.customerId : null
  return { username, email, firstName, lastName, role, customerId: input.customerId ?? ownCustomerId, isActive }
}

/**
 * A customer's user without a customer could see nothing. The customer must not be deleted before the transaction ends.
 */
async function demandCustomerOf(trx: Trx, engine: Engine, { role, customerId }: UserInput): Promise<void> {
  if (customerId === null) {
    if (role === 'customer') throw invalidField('customerId', 'required')
    return
  }
  await demandCustomer(trx, { engine }, customerId)
  await demandNoRunningErasure(trx, customerId)
}

/** The database decides on unique names and missing references; PostgreSQL aborts the transaction with it. */
export async function namingTakenFields<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('username', 'username.taken')
    if (isForeignKeyViolation(error)) throw invalidField('customerId', 'reference.unknown')
    throw error
  }
}

function columnsOf(fields: UserInput) {
  return {
    username: fields.username,
    username_key: foldCase(fields.username),
    email: fields.email,
    email_key: addressKey(fields.email),
    first_name: fields.firstName,
    last_name: fields.lastName,
    role: fields.role,
    customer_id: fields.customerId,
    is_active: fields.isActive ? (1 as const) : (0 as const),
  }
}

function inputOf(row: UserRow): UserInput {
  return {
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    customerId: row.customer_id,
    isActive: row.is_active === 1,
  }
}

function searchTexts({ username, email, firstName, lastName }: UserInput): string[] {
  return [username, email, firstName, lastName]
}
