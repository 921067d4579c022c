import type { Transaction } from 'kysely'
import type { NewDrafts } from '#contract/billing.ts'
import { newDraft } from '#contract/invoice-draft.ts'
import { invoiceEntriesMax } from '#contract/limits.ts'
import type { VatCase } from '#contract/vat-cases.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { calendarDate } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forKeyShare } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { lockTickets } from '#server/features/tickets/ticket-invoicing.commands.ts'
import { listWaitingEntries, type WaitingEntry } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { eurOf } from '#server/units.ts'
import { insertDraft } from './invoice.commands.ts'
import { getInvoice, type InvoiceRow } from './invoice.queries.ts'
import { insertWrittenDraft } from './invoice-content.commands.ts'

type Trx = Transaction<Database>

/**
 * Creates a draft of finished unbilled work for each customer: all work of the named customer, or that of the named
 * tickets. Work without time and amount is added to other work and makes no draft alone (decision 0056). If there is
 * more than an invoice holds, the oldest comes first, and the rest keeps waiting. 422 for an unknown customer or
 * ticket, 409 `billing.nothing_to_bill`.
 */
export function billWork(context: Context, wanted: NewDrafts): Promise<InvoiceRow[]> {
  return inTransaction(context, trx => billWorkIn(trx, context, wanted))
}

/** The same as part of a transaction. `vatCase` is that of all lines that the portal writes. */
export async function billWorkIn(
  trx: Trx,
  context: Context,
  wanted: NewDrafts & { vatCase?: VatCase | null },
): Promise<InvoiceRow[]> {
  const customerIds = await lockCustomers(trx, context, wanted)
  const [customerId] = customerIds
  if (customerId === undefined) throw new AppError('billing.nothing_to_bill')
  if (wanted.entryIds?.length === 0) return [await emptyDraft(trx, context, customerId, wanted)]
  const { ticketIds: asTickets, entryIds } = wanted
  const days = { from: wanted.from || undefined, to: wanted.to || undefined }
  const asked = { customerIds, ticketIds: asTickets, entryIds, ...days, limit: invoiceEntriesMax }
  // Entries may be taken until their tickets are locked: they are read again then.
  const found = await listWaitingEntries(trx, asked)
  const ticketIds = new Set(found.map(entry => entry.ticket_id))
  if (ticketIds.size === 0) throw new AppError('billing.nothing_to_bill')
  await lockTickets(trx, context, ticketIds)
  const locked = await listWaitingEntries(trx, asked)
  if (entryIds !== undefined && locked.length < new Set(entryIds).size) {
    throw invalidField('entryIds', 'entries.not_billable')
  }

  const drafts: InvoiceRow[] = []
  for (const customerId of customerIds) {
    const work = locked.filter(entry => entry.customer_id === customerId && ticketIds.has(entry.ticket_id))
    if (!isWorthADraft(work)) continue
    drafts.push(await getInvoice(trx, context, await insertDraftOf(trx, context, customerId, work, wanted)))
  }
  if (drafts.length === 0) throw new AppError('billing.nothing_to_bill')
  return drafts
}

async function insertDraftOf(
  trx: Trx,
  context: Context,
  customerId: string,
  work: readonly WaitingEntry[],
  { form = 'uploaded', grouping = 'entry', vatCase = null, ...wanted }: NewDrafts & { vatCase?: VatCase | null },
): Promise<string> {
  const entryIds = work.map(entry => entry.id)
  if (form === 'written') {
    const mayWait = wanted.entryIds === undefined
    return insertWrittenDraft(trx, context, { customerId, entryIds, mayWait, grouping, vatCase })
  }
  const { profile } = await getProfile(trx)
  const done = work.map(({ date, total_cents }) => ({ date, total: eurOf(total_cents) }))
  const draft = newDraft(done, profile, calendarDate(context.clock.now()))
  return insertDraft(trx, context, { customerId, ...draft, entryIds })
}

/** A draft without work: its lines are written by hand. */
async function emptyDraft(trx: Trx, context: Context, customerId: string, wanted: NewDrafts): Promise<InvoiceRow> {
  return getInvoice(trx, context, await insertDraftOf(trx, context, customerId, [], wanted))
}

function isWorthADraft(work: readonly WaitingEntry[]): boolean {
  return work.some(entry => entry.minutes > 0 || entry.total_cents > 0)
}

/** Locks the customers of the work, in the order of their ids. Returns the ids. */
async function lockCustomers(
  trx: Trx,
  { engine }: Pick<Context, 'engine'>,
  { customerId, ticketIds, entryIds }: NewDrafts,
): Promise<string[]> {
  if (customerId === undefined && ticketIds === undefined && !entryIds?.length) {
    throw invalidField(entryIds === undefined ? 'ticketIds' : 'customerId', 'ids.required')
  }
  const ofTickets = ticketIds === undefined ? undefined : await ownersOf(trx, ticketIds)
  const owners = ofTickets ?? (entryIds?.length ? await ownersOfEntries(trx, entryIds) : undefined)
  const customers = await trx
    .selectFrom('customer')
    .select('id')
    .where('erased_at', 'is', null)
    .$if(customerId !== undefined, query => query.where('id', '=', customerId ?? ''))
    .$if(owners !== undefined, query => query.where('id', 'in', owners ?? []))
    .orderBy('id')
    .$call(forKeyShare(engine))
    .execute()
  if (customers.length === 0 && owners === undefined) throw invalidField('customerId', 'reference.unknown')
  return customers.map(({ id }) => id)
}

async function ownersOf(trx: Trx, ticketIds: readonly string[]): Promise<string[]> {
  const ids = new Set(ticketIds)
  const tickets = await trx
    .selectFrom('ticket')
    .select('customer_id')
    .where('id', 'in', [...ids])
    .execute()
  if (tickets.length < ids.size) throw invalidField('ticketIds', 'reference.unknown')
  return [...new Set(tickets.map(ticket => ticket.customer_id))]
}

async function ownersOfEntries(trx: Trx, entryIds: readonly string[]): Promise<string[]> {
  const entries = await trx
    .selectFrom('ticket_entry')
    .select('customer_id')
    .distinct()
    .where('id', 'in', entryIds)
    .execute()
  if (entries.length === 0) throw invalidField('entryIds', 'entries.not_billable')
  return entries.map(entry => entry.customer_id)
}
