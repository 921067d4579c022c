/** A new customer, on request with the first user, who is invited at once. */
import type { NewCustomer } from '#contract/customers.ts'
import { invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Context } from '#server/context.ts'
import { isUniqueViolation } from '#server/database/engine.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createUserWithin } from '#server/features/accounts/users/commands.ts'
import { insertCustomer } from '#server/features/customers/commands.ts'
import { type FoundCustomer, getCustomer } from '#server/features/customers/queries.ts'
import { askForNewsletter } from '#server/features/newsletters/consent/commands.ts'

/**
 * Creates a customer, and with `login` a user of the same name and e-mail address: both or neither. 422
 * `customer.name_required`, `username.taken`, and `email.required` for an invitation without an address.
 */
export async function createCustomer(
  context: Context,
  { newsletter, login, ...fields }: NewCustomer,
): Promise<FoundCustomer> {
  const { email = '', firstName = '', lastName = '' } = fields
  if (login?.invite && email === '') throw invalidField('email', 'email.required')
  try {
    return await inTransaction(context, async trx => {
      const id = await insertCustomer(trx, context, fields)
      if (newsletter) await askForNewsletter(trx, context, id)
      await recordAudit(trx, context, { action: 'customer.created', subjectKind: 'customer', subjectId: id })
      if (login) {
        await createUserWithin(trx, context, { ...login, email, firstName, lastName, role: 'customer', customerId: id })
      }
      return getCustomer(trx, context.scope, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('login.username', 'username.taken')
    throw error
  }
}
