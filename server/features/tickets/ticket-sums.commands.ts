/** The sums of a ticket are kept on its row, in the transaction of the entry that changes them. */
import type { Transaction } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { mailBudgetLevel } from './ticket-budget.commands.ts'

/** An entry's share of its ticket's sums; negative for a removal. */
export type TicketDelta = { entries: number; minutes: number; totalCents: number }

type Counted = { minutes: number; total_cents: number }

const addToSums = prepared<TicketDelta & { revisions: number; ticketId: string; now: string }>()((db, param) =>
  db
    .updateTable('ticket')
    .set(eb => ({
      entries_count: eb('entries_count', '+', param('entries')),
      minutes: eb('minutes', '+', param('minutes')),
      total_cents: eb('total_cents', '+', param('totalCents')),
      revision: eb('revision', '+', param('revisions')),
      updated_at: param('now'),
    }))
    .where('id', '=', param('ticketId'))
    .returning(['id', 'number', 'name', 'customer_id', 'total_cents', 'budget_cents', 'budget_is_gross']),
)

/** Books the difference between an entry before and after a change; `null` where there was or is none. */
export async function countEntryChange(
  trx: Transaction<Database>,
  context: Context,
  ticketId: string,
  before: Counted | null,
  after: Counted | null,
): Promise<void> {
  const delta = {
    entries: (after ? 1 : 0) - (before ? 1 : 0),
    minutes: (after?.minutes ?? 0) - (before?.minutes ?? 0),
    totalCents: (after?.total_cents ?? 0) - (before?.total_cents ?? 0),
  }
  // Deleting a ticket deletes its entries: the caller must have seen them all.
  const revisions = Math.abs(delta.entries)
  const [ticket] = await addToSums(trx, { ...delta, revisions, ticketId, now: instantText(context.clock.now()) })
  if (ticket === undefined) throw new Error(`Ticket ${ticketId} is gone while its entry changes.`)
  const totalBefore = ticket.total_cents - delta.totalCents
  await mailBudgetLevel(trx, context, { ...ticket, total_cents: totalBefore }, ticket)
}
