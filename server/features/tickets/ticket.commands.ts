import type { Transaction } from 'kysely'
import { type NewTicket, type TicketInput, ticketInput } from '#contract/tickets.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { allowOnly, type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forKeyShare } from '#server/database/engine.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { centsOf, eurOf } from '#server/units.ts'
import { canDeleteTicket, canSetBudget } from './ticket.policy.ts'
import {
  countEntries,
  findTicketToChange,
  getTicket,
  isMeasuredNow,
  type StoredTicket,
  type TicketItem,
} from './ticket.queries.ts'
import { ticketNumber, ticketNumberKey, ticketSearchTexts } from './ticket.rules.ts'
import { dropFiles } from './ticket-attachment.commands.ts'
import { mailBudgetLevel } from './ticket-budget.commands.ts'
import { isGrossBudget } from './ticket-budget.rules.ts'
import { cancelTicketNotifications, notifyOfProgress } from './ticket-notice.commands.ts'

/** Creates a ticket with the next number of the Berlin year. 422 `reference.unknown` for an unknown customer. */
export async function createTicket(context: Context, input: NewTicket): Promise<TicketItem> {
  return inTransaction(context, async trx => {
    const { id, number } = await insertTicket(trx, context, input)
    await recordAudit(trx, context, {
      action: 'ticket.created',
      subjectKind: 'ticket',
      subjectId: id,
      details: number,
    })
    return getTicket(trx, context, id)
  })
}

/** The insert with its number, for a caller with its own transaction and audit lines (an accepted request). */
export async function insertTicket(
  trx: Transaction<Database>,
  context: Pick<Context, 'engine' | 'clock'>,
  input: NewTicket,
): Promise<{ id: string; number: string }> {
  const customer = await findCustomer(trx, context, input.customerId)
  if (customer === undefined) throw invalidField('customerId', 'reference.unknown')
  const now = context.clock.now()
  const id = newId(now)
  const year = Number(calendarDate(now).slice(0, 4))
  const sequence = await nextNumber(trx, `ticket-${year}`)
  const fields: TicketInput = {
    description: '',
    progress: 'upcoming',
    hourlyRate: eurOf(customer.hourly_rate_cents),
    invoiceNotes: '',
    budget: null,
    ...sentFields<TicketInput>(input),
    name: input.name,
    customerId: customer.id,
  }
  const number = ticketNumber(year, sequence)
  await trx
    .insertInto('ticket')
    .values({
      id,
      number,
      number_key: ticketNumberKey(year, sequence),
      ...columnsOf(fields),
      budget_is_gross: isGrossBudget(null, fields, customer.kind),
      invoice_state: 'none',
      created_at: instantText(now),
      updated_at: instantText(now),
    })
    .execute()
  await saveSearchTerms(trx, 'ticket', id, ticketSearchTexts({ number, name: fields.name }))
  return { id, number }
}

export type TicketChange = Change<TicketInput> & { readonly finishAnyway?: boolean | undefined }

/**
 * Changes parts of a ticket (PATCH) or all of it (PUT, `isWhole`). A customer changes only the cost ceiling. 404
 * outside the scope, 412 `stale`, 409 `ticket.unfinished_entries` unless `finishAnyway`, 409
 * `ticket.has_invoiced_entries` for a move to another customer, 409 `ticket.budget_closed`, 422 for unknown references
 * and foreign fields.
 */
export async function changeTicket(
  context: Context,
  id: string,
  { finishAnyway, ...change }: TicketChange,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<TicketItem> {
  return inTransaction(context, async trx => {
    const row = await lockTicket(trx, context, id, revision)
    if (!isAdmin(context.actor))
      allowOnly(finishAnyway === undefined ? change : { ...change, finishAnyway }, ['budget'])
    if (isWhole) demandAll(change, Object.keys(ticketInput.shape))
    const before = inputOf(row)
    const after = { ...before, ...sentFields<TicketInput>(change) }
    const changed = changedFields(before, after)
    if (changed.length === 0) return getTicket(trx, context, id)
    if (changed.includes('budget') && !canSetBudget(context.actor, row)) throw new AppError('ticket.budget_closed')

    if (changed.includes('customerId')) await moveEntries(trx, context, id, after.customerId)
    const { kind } = await getCustomerKind(trx, after.customerId)
    if (changed.includes('progress') && after.progress === 'finished' && finishAnyway !== true) {
      const { unfinished } = await countEntries(trx, id)
      if (unfinished > 0) throw new AppError('ticket.unfinished_entries')
    }
    const columns = { ...columnsOf(after), budget_is_gross: isGrossBudget(row, after, kind) }
    await trx
      .updateTable('ticket')
      .set({ ...columns, updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    if (changed.includes('name')) {
      await saveSearchTerms(trx, 'ticket', id, ticketSearchTexts({ number: row.number, name: after.name }))
    }
    await mailBudgetLevel(trx, context, row, { ...row, ...columns })
    await notifyOfProgress(trx, context, row, { ...row, ...columns })
    await recordAudit(trx, context, {
      action: 'ticket.updated',
      subjectKind: 'ticket',
      subjectId: id,
      lostBy: row.customer_id,
      details: changed.join(', '),
    })
    return getTicket(trx, context, id)
  })
}

/**
 * Deletes a ticket with its entries and measured time; 409 `ticket.has_invoiced_entries` when one is invoiced, and
 * `ticket.timer_running` while somebody measures work on it.
 */
export async function deleteTicket(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await lockTicket(trx, context, id, revision)
    const { invoiced } = await countEntries(trx, id)
    if (!canDeleteTicket(context.actor, { progress: row.progress, hasInvoicedEntries: invoiced > 0 })) {
      throw new AppError('ticket.has_invoiced_entries')
    }
    if (await isMeasuredNow(trx, id)) throw new AppError('ticket.timer_running')
    await cancelTicketNotifications(trx, context, id)
    await removeSearchTerms(trx, 'ticket', id)
    await dropFiles(trx, id)
    await trx.deleteFrom('ticket').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'ticket.deleted',
      subjectKind: 'ticket',
      subjectId: id,
      lostBy: row.customer_id,
      details: row.number,
    })
  })
}

async function lockTicket(
  trx: Transaction<Database>,
  { scope }: Pick<Context, 'scope'>,
  id: string,
  revision: number | undefined,
): Promise<StoredTicket> {
  const row = await findTicketToChange(trx, scope, id)
  if (row === undefined) throw new AppError('not_found')
  demandRevision(revision, row.revision)
  return row
}

/** Work moves with its ticket; invoiced work belongs to the customer who got the invoice. */
async function moveEntries(
  trx: Transaction<Database>,
  context: Context,
  ticketId: string,
  customerId: string,
): Promise<void> {
  const { invoiced } = await countEntries(trx, ticketId)
  if (invoiced > 0) throw new AppError('ticket.has_invoiced_entries')
  if ((await findCustomer(trx, context, customerId)) === undefined)
    throw invalidField('customerId', 'reference.unknown')
  await cancelTicketNotifications(trx, context, ticketId)
  await dropFiles(trx, ticketId)
  await trx.updateTable('ticket_entry').set({ customer_id: customerId }).where('ticket_id', '=', ticketId).execute()
}

/** The customer, locked against deletion until the transaction ends. */
async function findCustomer(trx: Transaction<Database>, { engine }: Pick<Context, 'engine'>, id: string) {
  return trx
    .selectFrom('customer')
    .select(['id', 'kind', 'hourly_rate_cents'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .$call(forKeyShare(engine))
    .executeTakeFirst()
}

async function getCustomerKind(trx: Transaction<Database>, id: string) {
  return trx.selectFrom('customer').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
}

function columnsOf(fields: TicketInput) {
  return {
    customer_id: fields.customerId,
    name: fields.name,
    name_key: fold(fields.name),
    description: fields.description,
    progress: fields.progress,
    hourly_rate_cents: centsOf(fields.hourlyRate),
    budget_cents: fields.budget === null ? null : centsOf(fields.budget),
    invoice_notes: fields.invoiceNotes,
  }
}

function inputOf(row: StoredTicket): TicketInput {
  return {
    name: row.name,
    description: row.description,
    progress: row.progress,
    customerId: row.customer_id,
    hourlyRate: eurOf(row.hourly_rate_cents),
    invoiceNotes: row.invoice_notes,
    budget: row.budget_cents === null ? null : eurOf(row.budget_cents),
  }
}
