import type { Transaction } from 'kysely'
import {
  customerEntryFields,
  type NewTicketEntry,
  type TicketEntryInput,
  ticketEntryInput,
} from '#contract/ticket-entries.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'
import { allowOnly, type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { centsOf, eurOf, hoursOf, minutesOf } from '#server/units.ts'
import { addEntryRefusal } from './ticket.policy.ts'
import { findTicketToChange, type StoredTicket } from './ticket.queries.ts'
import { entryChangeRefusal } from './ticket-entry.policy.ts'
import { type EntryRow, type FoundEntry, getEntry, getEntryToChange, type StoredEntry } from './ticket-entry.queries.ts'
import { entryTotalCents, isProgressStep } from './ticket-entry.rules.ts'
import { cancelEntryNotifications, notifyOfCurrentEntry, notifyOfEntry } from './ticket-notice.commands.ts'
import { countEntryChange } from './ticket-sums.commands.ts'

const insertRow = prepared<StoredEntry>()((db, param) =>
  db.insertInto('ticket_entry').values({
    id: param('id'),
    ticket_id: param('ticket_id'),
    customer_id: param('customer_id'),
    name: param('name'),
    description: param('description'),
    type: param('type'),
    progress: param('progress'),
    minutes: param('minutes'),
    hourly_rate_cents: param('hourly_rate_cents'),
    extra_cents: param('extra_cents'),
    extra_text: param('extra_text'),
    total_cents: param('total_cents'),
    date: param('date'),
    created_by: param('created_by'),
    created_by_user_id: param('created_by_user_id'),
    invoice_id: param('invoice_id'),
    revision: param('revision'),
    created_at: param('created_at'),
    updated_at: param('updated_at'),
  }),
)

/**
 * Adds an entry to a ticket in scope. A customer enters a wish, which costs nothing yet; an admin also bills. 422
 * `reference.unknown` for a ticket out of scope, 409 `ticket.entries_closed` for a customer on a finished ticket.
 */
export async function addEntry(context: Context, { ticketId, ...input }: NewTicketEntry): Promise<FoundEntry> {
  if (!isAdmin(context.actor)) allowOnly(input, customerEntryFields)
  return inTransaction(context, async trx => {
    const ticket = await findTicketToChange(trx, context.scope, ticketId)
    if (ticket === undefined) throw invalidField('ticketId', 'reference.unknown')
    const refusal = addEntryRefusal(context.actor, ticket)
    if (refusal !== null) throw new AppError(refusal)
    const row = await insertEntry(trx, context, ticket, input)
    await recordAudit(trx, context, {
      action: 'ticket_entry.created',
      subjectKind: 'ticket_entry',
      subjectId: row.id,
      details: ticket.number,
    })
    return { row, spans: [] }
  })
}

/** The insert with the ticket's sums, for a caller with its own transaction and audit line (the timer). */
export async function insertEntry(
  trx: Transaction<Database>,
  context: Context,
  ticket: StoredTicket,
  input: Change<TicketEntryInput> & { name: string },
): Promise<EntryRow> {
  const now = context.clock.now()
  const fields: TicketEntryInput = { ...startOf(context, ticket), ...sentFields<TicketEntryInput>(input) }
  const row: StoredEntry = {
    id: newId(now),
    ticket_id: ticket.id,
    customer_id: ticket.customer_id,
    ...columnsOf(fields),
    created_by: isAdmin(context.actor) ? 'admin' : 'customer',
    created_by_user_id: userIdOf(context.actor),
    invoice_id: null,
    revision: 1,
    created_at: instantText(now),
    updated_at: instantText(now),
  }
  await insertRow(trx, row)
  await countEntryChange(trx, context, ticket.id, null, row)
  await notifyOfEntry(trx, context, ticket, row)
  return { ...row, invoice_state: null }
}

/**
 * Changes parts of an entry (PATCH) or all of it (PUT, `isWhole`): an admin everything, a customer name, description and
 * type of an untouched wish. 404 outside the scope, 412 `stale`, 409 by the policy and for a skipped progress step.
 */
export async function changeEntry(
  context: Context,
  id: string,
  change: Change<TicketEntryInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundEntry> {
  return inTransaction(context, async trx => {
    const row = await lockEntry(trx, context, id, revision)
    const fieldNames = isAdmin(context.actor) ? Object.keys(ticketEntryInput.shape) : customerEntryFields
    allowOnly(change, fieldNames)
    if (isWhole) demandAll(change, fieldNames)
    await updateEntry(trx, context, row, sentFields<TicketEntryInput>(change))
    return getEntry(trx, context.scope, id)
  })
}

/**
 * The change with the ticket's sums and the audit line, in the caller's transaction. Does nothing when nothing differs.
 */
export async function updateEntry(
  trx: Transaction<Database>,
  context: Context,
  row: StoredEntry,
  change: Partial<TicketEntryInput>,
): Promise<void> {
  const before = inputOf(row)
  const after = { ...before, ...change }
  const changed = changedFields(before, after)
  if (changed.length === 0) return
  if (!isProgressStep(before.progress, after.progress)) throw new AppError('ticket_entry.progress_step')
  // Minutes are kept exactly where the hours were not sent.
  const columns = columnsOf(after, changed.includes('quantity') ? undefined : row.minutes)
  await trx
    .updateTable('ticket_entry')
    .set({ ...columns, updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  await countEntryChange(trx, context, row.ticket_id, row, columns)
  await notifyOfCurrentEntry(trx, context, row.ticket_id, { id: row.id, ...columns })
  await recordAudit(trx, context, {
    action: 'ticket_entry.updated',
    subjectKind: 'ticket_entry',
    subjectId: row.id,
    details: changed.join(', '),
  })
}

/**
 * Deletes an entry with its measured time; 409 by the policy. A measurement that is not booked yet stays with the
 * ticket.
 */
export async function deleteEntry(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await lockEntry(trx, context, id, revision)
    await trx
      .updateTable('work_span')
      .set({ entry_id: null })
      .where('entry_id', '=', id)
      .where(eb => eb.or([eb('stopped_at', 'is', null), eb('is_waiting', '=', 1)]))
      .execute()
    const ticket = await trx
      .selectFrom('ticket')
      .select('number')
      .where('id', '=', row.ticket_id)
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('ticket_entry').where('id', '=', id).execute()
    await countEntryChange(trx, context, row.ticket_id, row, null)
    await cancelEntryNotifications(trx, [id])
    await recordAudit(trx, context, {
      action: 'ticket_entry.deleted',
      subjectKind: 'ticket_entry',
      subjectId: id,
      lostBy: row.customer_id,
      details: ticket.number,
    })
  })
}

/** The entry, if the actor may change it and it is unchanged since `revision`. */
export async function lockEntry(
  trx: Transaction<Database>,
  { scope, actor }: Pick<Context, 'scope' | 'actor'>,
  id: string,
  revision?: number,
): Promise<StoredEntry> {
  const row = await getEntryToChange(trx, scope, id)
  demandRevision(revision, row.revision)
  const refusal = entryChangeRefusal(actor, row)
  if (refusal !== null) throw new AppError(refusal)
  return row
}

/** The defaults of an entry. */
function startOf({ actor, clock }: Pick<Context, 'actor' | 'clock'>, ticket: StoredTicket): TicketEntryInput {
  return {
    name: '',
    description: '',
    type: isAdmin(actor) ? 'consulting' : 'wish',
    progress: 'upcoming',
    quantity: 0,
    hourlyRate: eurOf(ticket.hourly_rate_cents),
    chargedExtra: 0,
    chargedExtraText: '',
    date: calendarDate(clock.now()),
  }
}

function columnsOf(fields: TicketEntryInput, minutes = minutesOf(fields.quantity)) {
  if (fields.chargedExtra > 0 && fields.chargedExtraText === '') {
    throw invalidField('chargedExtraText', 'extra_text.required')
  }
  const billed = {
    minutes,
    hourly_rate_cents: centsOf(fields.hourlyRate),
    extra_cents: centsOf(fields.chargedExtra),
  }
  return {
    name: fields.name,
    description: fields.description,
    type: fields.type,
    progress: fields.progress,
    ...billed,
    extra_text: fields.chargedExtraText,
    total_cents: entryTotalCents(billed),
    date: fields.date,
  }
}

function inputOf(row: StoredEntry): TicketEntryInput {
  return {
    name: row.name,
    description: row.description,
    type: row.type,
    progress: row.progress,
    quantity: hoursOf(row.minutes),
    hourlyRate: eurOf(row.hourly_rate_cents),
    chargedExtra: eurOf(row.extra_cents),
    chargedExtraText: row.extra_text,
    date: row.date,
  }
}

function userIdOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.userId : null
}
