import type { Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { displayNameOf } from '#server/features/customers/queries.ts'
import { getProfile } from '#server/features/settings/queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { budgetMail } from './mails.ts'
import { budgetLevel } from './rules.ts'

type TicketCosts = {
  id: string
  number: string
  name: string
  customer_id: string
  total_cents: number
  budget_cents: number | null
}

/**
 * Mails customer and business when a change takes a ticket to 80 or to 100 percent of its cost ceiling: once for each
 * ticket, level and ceiling, whatever goes down and up again. Work goes on: the owner decides with the customer.
 */
export async function mailBudgetLevel(
  trx: Transaction<Database>,
  context: Context,
  before: TicketCosts,
  after: TicketCosts,
): Promise<void> {
  const level = budgetLevel(after)
  const isNews = level > budgetLevel(before) || after.budget_cents !== before.budget_cents
  if (level === 0 || after.budget_cents === null || !isNews) return

  const customer = await findRecipient(trx, after.customer_id)
  const { profile } = await getProfile(trx)
  const sender = await getSender(trx)
  const url = baseUrl(context.config)
  const facts = {
    number: after.number,
    name: after.name,
    customerName: customer.name,
    totalCents: after.total_cents,
    budgetCents: after.budget_cents,
    level,
  }
  const key = `${after.id}:${level}:${after.budget_cents}`
  if (customer.email !== '') {
    const mail = budgetMail({ ...facts, url: `${url}/customer-portal/ticket/${after.id}` }, 'customer')
    const letter = renderMail(sender, mail)
    await enqueueMail(trx, context, { kind: 'ticket_budget', key: `${key}:customer`, to: customer.email, ...letter })
  }
  if (profile.email !== '') {
    const mail = budgetMail({ ...facts, url: `${url}/admin-portal/ticket/${after.id}` }, 'business')
    const letter = renderMail(sender, mail)
    await enqueueMail(trx, context, { kind: 'ticket_budget', key: `${key}:business`, to: profile.email, ...letter })
  }
}

/** The customer's address, else the one of its first active user; none when it wants no notifications. */
async function findRecipient(trx: Transaction<Database>, customerId: string): Promise<{ name: string; email: string }> {
  const customer = await trx
    .selectFrom('customer')
    .select(['company', 'first_name', 'last_name', 'email', 'is_notified'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const name = displayNameOf(customer)
  if (customer.is_notified === 0 || customer.email !== '') {
    return { name, email: customer.is_notified === 1 ? customer.email : '' }
  }
  const user = await trx
    .selectFrom('user_account')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('is_active', '=', 1)
    .where('email', '<>', '')
    .orderBy('username_key')
    .limit(1)
    .executeTakeFirst()
  return { name, email: user?.email ?? '' }
}
