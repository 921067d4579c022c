import type { Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { getPricesOf, getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { budgetMail } from './ticket-budget.mails.ts'
import { budgetLevel, budgetUsedCents } from './ticket-budget.rules.ts'

type TicketCosts = {
  id: string
  number: string
  name: string
  customer_id: string
  total_cents: number
  budget_cents: number | null
  budget_is_gross: 0 | 1
}

/**
 * Mails customer and business when a change takes a ticket to 80 or to 100 percent of its cost ceiling: once per
 * ticket, level and ceiling, also after going down and up again. Work continues: the owner decides with the customer.
 */
export async function mailBudgetLevel(
  trx: Transaction<Database>,
  context: Context,
  before: TicketCosts,
  after: TicketCosts,
): Promise<void> {
  const isSame = after.total_cents === before.total_cents && after.budget_cents === before.budget_cents
  if (after.budget_cents === null || isSame) return
  const prices = await getPricesOf(trx, after.customer_id)
  const levelOf = (ticket: TicketCosts) => budgetLevel({ ...ticket, used_cents: budgetUsedCents(ticket, prices) })
  const level = levelOf(after)
  const isNews = level > levelOf(before) || after.budget_cents !== before.budget_cents
  if (level === 0 || !isNews) return

  const url = baseUrl(context.config)
  const facts = {
    number: after.number,
    name: after.name,
    usedCents: budgetUsedCents(after, prices),
    budgetCents: after.budget_cents,
    basis: after.budget_is_gross === 1 ? ('gross' as const) : ('net' as const),
    prices,
    level,
  }
  const key = `${after.id}:${level}:${after.budget_cents}`
  await notifyCustomer(trx, context, {
    customerId: after.customer_id,
    kind: 'ticket_budget',
    key,
    mail: budgetMail({ ...facts, customerName: '', url: `${url}/customer-portal/ticket/${after.id}` }, 'customer'),
  })
  const { profile } = await getProfile(trx)
  if (profile.email === '') return
  const customerName = await findName(trx, after.customer_id)
  const mail = budgetMail({ ...facts, customerName, url: `${url}/admin-portal/ticket/${after.id}` }, 'business')
  const letter = renderMail(await getSender(trx), mail)
  const about = { customerId: after.customer_id }
  await enqueueMail(trx, context, {
    kind: 'ticket_budget',
    key: `${key}:business`,
    to: profile.email,
    about,
    ...letter,
  })
}

async function findName(trx: Transaction<Database>, customerId: string): Promise<string> {
  const customer = await trx
    .selectFrom('customer')
    .select(['company', 'first_name', 'last_name'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return displayNameOf(customer)
}
