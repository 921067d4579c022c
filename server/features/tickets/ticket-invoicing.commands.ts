/** Puts entries on an invoice and takes them off, and updates their tickets. Part of the invoice's transaction. */
import { sql, type Transaction } from 'kysely'
import { invalidField } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'

type Trx = Transaction<Database>

/**
 * Sets the entries of the draft: they cannot be changed, nor be put on another invoice, until they are taken off. 422
 * `entries.not_billable` unless each is finished, the customer's and free. The caller has locked the invoice's row; the
 * tickets are locked next, as in all writes.
 */
export async function putEntriesOn(
  trx: Trx,
  context: Pick<Context, 'engine'>,
  { invoiceId, customerId }: { invoiceId: string; customerId: string },
  entryIds: readonly string[],
): Promise<void> {
  const wanted = new Set(entryIds)
  const found = await trx
    .selectFrom('ticket_entry')
    .select(['id', 'ticket_id'])
    .where(eb =>
      wanted.size === 0
        ? eb('invoice_id', '=', invoiceId)
        : eb.or([eb('invoice_id', '=', invoiceId), eb('id', 'in', [...wanted])]),
    )
    .execute()
  await lockTickets(trx, context, new Set(found.map(entry => entry.ticket_id)))
  if (wanted.size > 0) await demandBillable(trx, context, { invoiceId, customerId }, wanted)
  await trx
    .updateTable('ticket_entry')
    .set({ invoice_id: null })
    .where('invoice_id', '=', invoiceId)
    .$if(wanted.size > 0, query => query.where('id', 'not in', [...wanted]))
    .execute()
  if (wanted.size === 0) return
  await trx
    .updateTable('ticket_entry')
    .set({ invoice_id: invoiceId })
    .where('id', 'in', [...wanted])
    .execute()
}

/** Updates sums and badge of the tickets with entries on the invoice, after its state or payment changed. */
export async function countInvoiced(trx: Trx, context: Pick<Context, 'engine'>, invoiceId: string): Promise<void> {
  const tickets = await trx
    .selectFrom('ticket_entry')
    .select('ticket_id')
    .distinct()
    .where('invoice_id', '=', invoiceId)
    .execute()
  const ids = new Set(tickets.map(({ ticket_id }) => ticket_id))
  if (ids.size === 0) return
  await lockTickets(trx, context, ids)
  await trx
    .updateTable('ticket')
    .set({
      billed_cents: sql<number>`(select coalesce(sum(entry.total_cents), 0) from ticket_entry as entry
        join invoice on invoice.id = entry.invoice_id where entry.ticket_id = ticket.id and invoice.state = 'issued')`,
      invoice_state: sql<'none' | 'unpaid' | 'paid'>`(select case when count(*) = 0 then 'none'
        when sum(invoice.is_paid) = count(*) then 'paid' else 'unpaid' end from ticket_entry as entry
        join invoice on invoice.id = entry.invoice_id where entry.ticket_id = ticket.id and invoice.state = 'issued')`,
    })
    .where('id', 'in', [...ids])
    .execute()
}

/** Locks out changes to their entries until the transaction ends. */
export async function lockTickets(
  trx: Trx,
  { engine }: Pick<Context, 'engine'>,
  ids: ReadonlySet<string>,
): Promise<void> {
  if (ids.size === 0) return
  await trx
    .selectFrom('ticket')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .$call(forUpdate(engine))
    .execute()
}

async function demandBillable(
  trx: Trx,
  { engine }: Pick<Context, 'engine'>,
  { invoiceId, customerId }: { invoiceId: string; customerId: string },
  wanted: ReadonlySet<string>,
): Promise<void> {
  const entries = await trx
    .selectFrom('ticket_entry')
    .select(['id', 'customer_id', 'progress', 'invoice_id'])
    .where('id', 'in', [...wanted])
    .orderBy('id')
    .$call(forUpdate(engine))
    .execute()
  const isBillable = entries.every(
    entry =>
      entry.customer_id === customerId &&
      entry.progress === 'finished' &&
      (entry.invoice_id === null || entry.invoice_id === invoiceId),
  )
  if (!isBillable || entries.length < wanted.size) throw invalidField('entryIds', 'entries.not_billable')
}
