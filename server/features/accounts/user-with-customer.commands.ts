/** A new customer with its first user, who is invited at once. */
import type { NewCustomer } from '#contract/customers.ts'
import type { NewUser } from '#contract/users.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { allowOnly } from '#server/body-fields.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertCustomer } from '#server/features/customers/customer.commands.ts'
import { askForNewsletter } from '#server/features/newsletters/newsletter-consent.commands.ts'
import { insertUser, namingTakenFields } from './user.commands.ts'
import { getUser, type UserRow } from './user.queries.ts'
import { sendInvitation } from './user-invitation.commands.ts'

/**
 * Creates a customer and its user, both or neither. 422 for fields of either, the customer's as `customer.<field>`: its
 * e-mail address is required for an invitation.
 */
export async function createUserWithCustomer(
  context: Context,
  { customer, ...user }: NewUser & { readonly customer: NewCustomer },
): Promise<UserRow> {
  allowOnly(user, ['username', 'invite'])
  const { newsletter = false, ...fields } = customer
  const { email = '', firstName = '', lastName = '' } = fields
  if (user.invite && email === '') throw invalidField('customer.email', 'email.required')
  return namingTakenFields(() =>
    inTransaction(context, async trx => {
      const customerId = await insertCustomer(trx, context, fields).catch(asFieldsOfCustomer)
      if (newsletter) await askForNewsletter(trx, context, customerId)
      await recordAudit(trx, context, { action: 'customer.created', subjectKind: 'customer', subjectId: customerId })
      const person = { username: user.username, email, firstName, lastName, role: 'customer' as const }
      const { id } = await insertUser(trx, context, { ...person, customerId, isActive: true, passwordHash: null })
      if (user.invite) await sendInvitation(trx, context, id)
      await recordAudit(trx, context, { action: 'user.created', subjectKind: 'user', subjectId: id })
      return getUser(trx, context.actor, id)
    }),
  )
}

function asFieldsOfCustomer(error: unknown): never {
  if (!(error instanceof AppError) || error.errors === undefined) throw error
  const errors = error.errors.map(({ field, ...rest }) => ({ ...rest, field: `customer.${field}` }))
  throw new AppError(error.code, { errors })
}
