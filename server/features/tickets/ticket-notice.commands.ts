/** Ticket notifications for a customer. They wait ten minutes: until then they follow changes, or are cancelled. */
import type { Transaction } from 'kysely'
import { isAdmin } from '#server/auth/actor.ts'
import { calendarDate } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { TicketEntryTable, TicketTable } from '#server/database/business-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { getPricesOf } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import {
  notifyBusiness,
  notifyCustomer,
  renewNotice,
  withdrawNotices,
} from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { entryMail, finishedMail, ticketNewsSubject, wishesSubject, wishMail } from './ticket-notice.mails.ts'

type Trx = Transaction<Database>
type Ticket = Pick<TicketTable, 'id' | 'number' | 'name' | 'customer_id'>
type Entry = Pick<TicketEntryTable, 'id' | 'name' | 'description' | 'minutes' | 'total_cents'>

/** Notifies the customer of an entry by the business, and the business of one by the customer. */
export async function notifyOfEntry(trx: Trx, context: Context, ticket: Ticket, entry: Entry): Promise<void> {
  if (!isAdmin(context.actor)) {
    return notifyBusiness(trx, context, {
      customerId: ticket.customer_id,
      kind: 'ticket_wish',
      key: entry.id,
      mail: await wishMailOf(trx, context, ticket, entry),
      bundle: { key: `ticket-${ticket.id}`, subject: wishesSubject(ticket) },
    })
  }
  await notifyCustomer(trx, context, {
    customerId: ticket.customer_id,
    kind: 'ticket_entry',
    key: entry.id,
    mail: entryMail(ticket, entry, await getPricesOf(trx, ticket.customer_id), pageOf(context, ticket.id)),
    bundle: bundleOf(ticket),
  })
}

/** Updates a waiting mail about a changed entry. */
export async function notifyOfCurrentEntry(trx: Trx, context: Context, ticketId: string, entry: Entry): Promise<void> {
  const ticket = () =>
    trx
      .selectFrom('ticket')
      .select(['id', 'number', 'name', 'customer_id'])
      .where('id', '=', ticketId)
      .executeTakeFirstOrThrow()
  await renewNotice(trx, 'ticket_entry', entry.id, async () => {
    const found = await ticket()
    return entryMail(found, entry, await getPricesOf(trx, found.customer_id), pageOf(context, ticketId))
  })
  await renewNotice(trx, 'ticket_wish', entry.id, async () => wishMailOf(trx, context, await ticket(), entry))
}

/** Entries that are deleted, or no longer the customer's. */
export async function cancelEntryNotifications(trx: Trx, entryIds: readonly string[]): Promise<void> {
  await withdrawNotices(trx, 'ticket_entry', entryIds)
  await withdrawNotices(trx, 'ticket_wish', entryIds)
}

/** All entries of a ticket that is deleted, or no longer the customer's. */
export async function cancelTicketNotifications(trx: Trx, context: Context, ticketId: string): Promise<void> {
  const entries = await trx.selectFrom('ticket_entry').select('id').where('ticket_id', '=', ticketId).execute()
  await cancelEntryNotifications(
    trx,
    entries.map(({ id }) => id),
  )
  await withdrawNotices(trx, 'ticket_finished', [finishKey(context, ticketId)])
}

/** Notifies of a finished ticket, at most once a day. A ticket reopened at once was never finished. */
export async function notifyOfProgress(
  trx: Trx,
  context: Context,
  before: Pick<TicketTable, 'progress'>,
  after: Ticket & Pick<TicketTable, 'progress'>,
): Promise<void> {
  if (before.progress === after.progress) return
  const key = finishKey(context, after.id)
  if (before.progress === 'finished') return withdrawNotices(trx, 'ticket_finished', [key])
  if (after.progress !== 'finished') return
  await notifyCustomer(trx, context, {
    customerId: after.customer_id,
    kind: 'ticket_finished',
    key,
    mail: finishedMail(after, pageOf(context, after.id)),
    bundle: bundleOf(after),
  })
}

async function wishMailOf(trx: Trx, { config }: Context, ticket: Ticket, entry: Entry): Promise<MailContent> {
  const [customer] = await selectCustomerName(trx, { id: ticket.customer_id })
  if (customer === undefined) throw new Error(`There is no customer ${ticket.customer_id}.`)
  return wishMail(ticket, entry, displayNameOf(customer), `${baseUrl(config)}/admin-portal/ticket/${ticket.id}`)
}

const selectCustomerName = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('customer').select(['company', 'first_name', 'last_name']).where('id', '=', param('id')),
)

function finishKey({ clock }: Pick<Context, 'clock'>, ticketId: string): string {
  return `${ticketId}:${calendarDate(clock.now())}`
}

function bundleOf(ticket: Ticket) {
  return { key: `ticket-${ticket.id}`, subject: ticketNewsSubject(ticket) }
}

function pageOf({ config }: Pick<Context, 'config'>, ticketId: string): string {
  return `${baseUrl(config)}/customer-portal/ticket/${ticketId}`
}
