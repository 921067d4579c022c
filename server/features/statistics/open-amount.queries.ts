/** The open amounts over all customers, without reading tickets and invoices: triggers keep them (decision 0091). */
import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import type { OpenAmountTable } from '#server/database/business-tables.ts'

/** Where a kept amount differs from its rows. */
export type WrongAmount = Pick<OpenAmountTable, 'subject' | 'due_date'>

/** Compares the kept amounts with tickets and invoices; no rows when all is right. For `portal doctor` and tests. */
export async function checkOpenAmounts(connection: Connection): Promise<WrongAmount[]> {
  const { rows } = await sql<WrongAmount>`
    with counted as (
      select 'ticket' as subject, '' as due_date, 1 as change, total_cents - billed_cents as cents
      from ticket where total_cents > billed_cents
      union all select 'invoice', due_date, 1, gross_cents - paid_cents
      from invoice where state = 'issued' and is_paid = 0
      union all select subject, due_date, -"count", -cents from open_amount
    )
    select subject, due_date from counted group by subject, due_date
    having sum(change) <> 0 or sum(cents) <> 0 order by subject, due_date`.execute(connection)
  return rows
}
