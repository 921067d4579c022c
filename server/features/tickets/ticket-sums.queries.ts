/** Whether derived data matches its rows: for `portal doctor`, and for tests. */
import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'

/** A ticket whose kept sums, badge or customer differ from its entries. */
export type WrongTicket = { id: string; number: string }

/** Compares the kept sums of the tickets with their entries and invoices; no rows when all is right. */
export async function checkTicketSums(connection: Connection): Promise<WrongTicket[]> {
  return connection
    .with('real', db =>
      db
        .selectFrom('ticket')
        .leftJoin('ticket_entry', 'ticket_entry.ticket_id', 'ticket.id')
        .leftJoin('invoice', join =>
          join.onRef('invoice.id', '=', 'ticket_entry.invoice_id').on('invoice.state', '=', 'issued'),
        )
        .groupBy('ticket.id')
        .select([
          'ticket.id',
          sql<number>`count(ticket_entry.id)`.as('entries_count'),
          sql<number>`coalesce(sum(ticket_entry.minutes), 0)`.as('minutes'),
          sql<number>`coalesce(sum(ticket_entry.total_cents), 0)`.as('total_cents'),
          sql<number>`coalesce(sum(case when invoice.id is not null then ticket_entry.total_cents end), 0)`.as(
            'billed_cents',
          ),
          sql<string>`case when count(invoice.id) = 0 then 'none' when sum(invoice.is_paid) = count(invoice.id) then 'paid' else 'unpaid' end`.as(
            'invoice_state',
          ),
          sql<number>`sum(case when ticket_entry.customer_id <> ticket.customer_id then 1 else 0 end)`.as('strangers'),
        ]),
    )
    .selectFrom('ticket')
    .innerJoin('real', 'real.id', 'ticket.id')
    .select(['ticket.id', 'ticket.number'])
    .where(eb =>
      eb.or([
        eb('ticket.entries_count', '<>', eb.ref('real.entries_count')),
        eb('ticket.minutes', '<>', eb.ref('real.minutes')),
        eb('ticket.total_cents', '<>', eb.ref('real.total_cents')),
        eb('ticket.billed_cents', '<>', eb.ref('real.billed_cents')),
        eb(sql<string>`ticket.invoice_state`, '<>', eb.ref('real.invoice_state')),
        eb('real.strangers', '>', 0),
      ]),
    )
    .orderBy('ticket.number_key')
    .execute()
}
