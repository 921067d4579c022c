import type { Insertable, Transaction } from 'kysely'
import {
  type CustomerInput,
  customerContactFields,
  customerInput,
  customers,
  emptyCustomer,
} from '#contract/customers.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { recordEndedImpersonations, takeImpersonationsOf } from '#server/auth/impersonation-end.ts'
import { demandStepUp } from '#server/auth/reauthentication.ts'
import { allowOnly, type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { forUpdate, isForeignKeyViolation } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, type SearchText, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { askForNewsletter, endNewsletter } from '#server/features/newsletters/newsletter-consent.commands.ts'
import { demandRevision } from '#server/revision.ts'
import { centsOf, eurOf } from '#server/units.ts'
import { askToConfirmContact, endContactLink, replaceAddress } from './contact-address.commands.ts'
import { canDeleteCustomer } from './customer.policy.ts'
import { type FoundCustomer, getCustomer } from './customer.queries.ts'
import { customerNumber, customerNumberKey, nameKeyOf } from './customer.rules.ts'

/** Creates a customer with the next number. 422 `customer.name_required` without company and last name. */
export async function createCustomer(context: Context, input: Change<CustomerInput>): Promise<FoundCustomer> {
  return inTransaction(context, async trx => {
    const { newsletter, ...fields } = input
    const id = await insertCustomer(trx, context, fields)
    await changeNewsletter(trx, context, id, newsletter, false)
    await recordAudit(trx, context, { action: 'customer.created', subjectKind: 'customer', subjectId: id })
    return getCustomer(trx, context.scope, id)
  })
}

/** The insert alone, for a caller with its own transaction and audit line (the set-up). Returns the id. */
export async function insertCustomer(
  trx: Transaction<Database>,
  { clock }: Pick<Runtime, 'clock'>,
  input: Change<CustomerInput>,
): Promise<string> {
  const { profile } = await getProfile(trx)
  const fields = { ...emptyCustomer, hourlyRate: profile.defaultHourlyRate, ...sentFields(input) }
  demandName(fields, nameFieldOf(fields))
  const id = newId(clock.now())
  const now = instantText(clock.now())
  const sequence = await nextNumber(trx, 'customer')
  const row = {
    id,
    number: customerNumber(sequence),
    number_key: customerNumberKey(sequence),
    ...columnsOf(fields),
    has_newsletter: 0 as const,
    created_at: now,
    updated_at: now,
  }
  await trx.insertInto('customer').values(row).execute()
  await saveSearchTerms(trx, 'customer', id, searchTexts(row))
  return id
}

/**
 * Changes parts of a customer (PATCH) or all of it (PUT, `isWhole`): an admin everything, a customer the contact
 * fields. For another address it asks for a fresh password. 404 outside the scope, 412 `stale`, 422 for missing fields
 * and for fields that are not the caller's.
 */
export async function changeCustomer(
  context: Context,
  id: string,
  change: Change<CustomerInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundCustomer> {
  return inTransaction(context, trx => changeCustomerWithin(trx, context, id, change, { revision, isWhole }))
}

/**
 * The same within the caller's transaction. The newsletter does not begin with a change, but with the mailed link; it
 * ends at once. An address entered by a customer gets a confirmation link.
 */
export async function changeCustomerWithin(
  trx: Transaction<Database>,
  context: Context,
  id: string,
  change: Change<CustomerInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundCustomer> {
  const { row } = await lockCustomer(trx, context, id, revision)
  const fieldNames = isAdmin(context.actor) ? Object.keys(customerInput.shape) : customerContactFields
  allowOnly(change, fieldNames)
  if (isWhole) demandAll(change, fieldNames)
  const { newsletter, ...fields } = sentFields(change)
  const before = inputOf(row)
  const after = { ...before, ...fields }
  // The customer cannot change the company.
  demandName(after, isAdmin(context.actor) ? nameFieldOf(after) : 'lastName')
  const changed = changedFields(before, after)
  const hasNewEmail = changed.includes('email')
  await demandStepUp(trx, context, customers.update, changed)
  const address = hasNewEmail ? await replaceAddress(trx, context, row, after.email) : {}
  if (changed.length > 0) {
    const columns = columnsOf(after)
    await trx
      .updateTable('customer')
      .set({ ...columns, ...address })
      .set({ updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    await saveSearchTerms(trx, 'customer', id, searchTexts({ ...columns, number: row.number }))
  }
  await changeNewsletter(trx, context, id, newsletter, before.newsletter)
  if (changed.length > 0) {
    await recordAudit(trx, context, {
      action: 'customer.updated',
      subjectKind: 'customer',
      subjectId: id,
      details: changed.join(', '),
    })
  }
  if (hasNewEmail) await askToConfirmContact(trx, context, id, 'leave out')
  return getCustomer(trx, context.scope, id)
}

/**
 * A new address for the own account also applies to the customer, if it was the same; an equal contact address that
 * waits for its own link is confirmed with it (decision 0060).
 */
export async function followUserEmail(
  trx: Transaction<Database>,
  context: Context,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const customer = await trx
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', id)
    .$call(forUpdate(context.engine))
    .executeTakeFirstOrThrow()
  if (customer.email === '') return
  const follows = addressKey(customer.email) === addressKey(from)
  const isProven = customer.is_email_confirmed !== 1 && addressKey(customer.email) === addressKey(to)
  if (!follows && !isProven) return
  const link = await endContactLink(trx, customer)
  await trx
    .updateTable('customer')
    .set({
      email: to,
      is_email_confirmed: 1,
      ...link,
      updated_at: instantText(context.clock.now()),
      revision: customer.revision + 1,
    })
    .where('id', '=', id)
    .execute()
  await saveSearchTerms(trx, 'customer', id, searchTexts({ ...customer, email: to }))
  await recordAudit(trx, context, {
    subjectKind: 'customer',
    subjectId: id,
    ...(follows ? { action: 'customer.updated', details: 'email' } : { action: 'customer.contact_confirmed' }),
  })
}

/** Deletes a customer without references; 409 `customer.has_history` otherwise. */
export async function deleteCustomer(context: Context, id: string, revision: number | undefined): Promise<void> {
  try {
    await inTransaction(context, async trx => {
      const { row, isKept } = await lockCustomer(trx, context, id, revision)
      if (!canDeleteCustomer(context.actor, { isKept })) throw new AppError('customer.has_history')
      const ended = await takeImpersonationsOf(trx, context, id)
      await recordEndedImpersonations(trx, context, ended, 'customer deleted')
      // Waiting mails would still be sent to a customer who no longer exists, and could not be stopped.
      await endNewsletter(trx, context, id, 'switched_off')
      await removeSearchTerms(trx, 'customer', id)
      await trx.deleteFrom('customer').where('id', '=', id).execute()
      await recordAudit(trx, context, {
        action: 'customer.deleted',
        subjectKind: 'customer',
        subjectId: id,
        details: row.number,
      })
    })
  } catch (error) {
    // A ticket or a user was added concurrently.
    if (isForeignKeyViolation(error)) throw new AppError('customer.has_history', { cause: error })
    throw error
  }
}

async function changeNewsletter(
  trx: Transaction<Database>,
  context: Context,
  id: string,
  wish: boolean | undefined,
  isOn: boolean,
): Promise<void> {
  if (wish === true && !isOn) await askForNewsletter(trx, context, id)
  if (wish === false) await endNewsletter(trx, context, id, 'switched_off')
}

async function lockCustomer(
  trx: Transaction<Database>,
  { engine, scope }: Pick<Context, 'engine' | 'scope'>,
  id: string,
  revision: number | undefined,
): Promise<FoundCustomer> {
  await trx.selectFrom('customer').select('id').where('id', '=', id).$call(forUpdate(engine)).execute()
  const found = await getCustomer(trx, scope, id)
  if (found.row.erased_at !== null) throw new AppError('customer.erased')
  demandRevision(revision, found.row.revision)
  return found
}

/** The field of the missing name: a private customer is known by the last name. */
function nameFieldOf({ kind }: Pick<CustomerInput, 'kind'>): 'company' | 'lastName' {
  return kind === 'private' ? 'lastName' : 'company'
}

function demandName({ company, lastName }: CustomerInput, field: 'company' | 'lastName'): void {
  if (company === '' && lastName === '') throw invalidField(field, 'customer.name_required')
}

type EditableColumns = Omit<
  Insertable<CustomerTable>,
  | 'id'
  | 'number'
  | 'number_key'
  | 'has_newsletter'
  | 'is_email_confirmed'
  | 'contact_token_hash'
  | 'contact_token_until'
  | 'notified_when'
  | 'erased_at'
  | 'revision'
  | 'created_at'
  | 'updated_at'
>

function columnsOf(fields: CustomerInput): EditableColumns {
  const names = { company: fields.company, first_name: fields.firstName, last_name: fields.lastName }
  return {
    kind: fields.kind,
    ...names,
    name_key: nameKeyOf(names),
    phone: fields.phone,
    website: fields.website,
    email: fields.email,
    street: fields.address.street,
    zip: fields.address.zip,
    city: fields.address.city,
    country: fields.address.country,
    vat_id: fields.vatId,
    leitweg_id: fields.leitwegId,
    is_notified: fields.notifications ? 1 : 0,
    hourly_rate_cents: centsOf(fields.hourlyRate),
    note: fields.note,
  }
}

function inputOf(row: FoundCustomer['row']): CustomerInput {
  return {
    kind: row.kind,
    company: row.company,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    website: row.website,
    email: row.email,
    address: { street: row.street, zip: row.zip, city: row.city, country: row.country },
    vatId: row.vat_id,
    leitwegId: row.leitweg_id,
    notifications: row.is_notified === 1,
    newsletter: row.has_newsletter === 1,
    hourlyRate: eurOf(row.hourly_rate_cents),
    note: row.note,
  }
}

/** The search words of a customer. The demo stores them in bulk. */
export function searchTexts(
  row: Pick<CustomerTable, 'number' | 'company' | 'first_name' | 'last_name' | 'city' | 'email' | 'phone'>,
): SearchText[] {
  return [row.number, row.company, row.first_name, row.last_name, row.city, row.email, { phone: row.phone }]
}
