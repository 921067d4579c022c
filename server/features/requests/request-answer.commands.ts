/** The business answers a request: it becomes a ticket, or it is declined. Both are final. */
import type { Transaction } from 'kysely'
import type { Acceptance } from '#contract/requests.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { insertTicket } from '#server/features/tickets/ticket.commands.ts'
import { carryFiles } from '#server/features/tickets/ticket-attachment.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { lockRequest } from './request.commands.ts'
import { answeredMail } from './request.mails.ts'
import { canAnswerRequest } from './request.policy.ts'
import { type FoundRequest, getRequest, listFileIds, type StoredRequest } from './request.queries.ts'
import { descriptionOfTicket } from './request.rules.ts'

/**
 * Turns the request into a ticket of its customer, with its files, and notifies the customer. Accepting it again
 * without a revision returns the existing one: there is never a second ticket. 409 `customer_request.answered` once it
 * is declined, 412 `stale`.
 */
export async function acceptRequest(
  context: Context,
  id: string,
  { name, answer = '', ...rest }: Acceptance,
  revision: number | undefined,
): Promise<FoundRequest> {
  return inTransaction(context, async trx => {
    const row = await lockRequest(trx, context, id, revision)
    if (row.state === 'accepted') return getRequest(trx, context, id)
    if (!canAnswerRequest(context.actor, row)) throw new AppError('customer_request.answered')
    const ticket = await insertTicket(trx, context, {
      ...sentFields<Omit<Acceptance, 'name' | 'answer'>>(rest),
      name: name ?? row.title,
      description: descriptionOfTicket(row.description),
      customerId: row.customer_id,
    })
    await carryFiles(trx, ticket.id, await listFileIds(trx, id))
    await storeAnswer(trx, context, row, { state: 'accepted', answer, ticket_id: ticket.id })
    await recordAudit(trx, context, {
      action: 'ticket.created',
      subjectKind: 'ticket',
      subjectId: ticket.id,
      details: ticket.number,
    })
    await recordAudit(trx, context, {
      action: 'request.accepted',
      subjectKind: 'request',
      subjectId: id,
      details: `${row.number}, ${ticket.number}`,
    })
    return getRequest(trx, context, id)
  })
}

/** Declines the request with an answer and notifies the customer. 409 `customer_request.answered`, 412 `stale`. */
export async function declineRequest(
  context: Context,
  id: string,
  answer: string,
  revision: number | undefined,
): Promise<FoundRequest> {
  return inTransaction(context, async trx => {
    const row = await lockRequest(trx, context, id, revision)
    if (!canAnswerRequest(context.actor, row)) throw new AppError('customer_request.answered')
    await storeAnswer(trx, context, row, { state: 'declined', answer, ticket_id: null })
    await recordAudit(trx, context, {
      action: 'request.declined',
      subjectKind: 'request',
      subjectId: id,
      details: row.number,
    })
    return getRequest(trx, context, id)
  })
}

type Answer = { state: 'accepted' | 'declined'; answer: string; ticket_id: string | null }

async function storeAnswer(
  trx: Transaction<Database>,
  context: Context,
  row: StoredRequest,
  answer: Answer,
): Promise<void> {
  const now = instantText(context.clock.now())
  await trx
    .updateTable('request')
    .set({ ...answer, answered_at: now, updated_at: now, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  const page = answer.ticket_id === null ? `request/${row.id}` : `ticket/${answer.ticket_id}`
  const url = `${baseUrl(context.config)}/customer-portal/${page}`
  await notifyCustomer(trx, context, {
    customerId: row.customer_id,
    kind: 'request_answered',
    key: row.id,
    mail: answeredMail({ number: row.number, title: row.title, ...answer, url }),
  })
}
