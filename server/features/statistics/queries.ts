import { sql } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

export type WorkMonthRow = { month: string; minutes: number; total_cents: number; billed_cents: number }

const selectMonths = prepared<{ first: string; last: string }>()((db, param) =>
  db
    .selectFrom('work_month')
    .selectAll()
    .where('month', '>=', param('first'))
    .where('month', '<=', param('last'))
    .orderBy('month'),
)

/** The months (`YYYY-MM`) from the first to the last in which anything was worked. They are over all customers: else 404. */
export async function listWorkMonths(
  connection: Connection,
  scope: Scope,
  range: { first: string; last: string },
): Promise<WorkMonthRow[]> {
  if (scope.customers !== 'all') throw new AppError('not_found')
  return selectMonths(connection, range)
}

/** Compares the kept months with the entries and their invoices; no rows when all is right. For `portal doctor`, and for tests. */
export async function checkWorkMonths(connection: Connection): Promise<{ month: string }[]> {
  const { rows } = await sql<{ month: string }>`
    with counted as (
      select substr(ticket_entry.date, 1, 7) as month, ticket_entry.minutes as minutes, ticket_entry.total_cents as total,
        case when invoice.state = 'issued' then ticket_entry.total_cents else 0 end as billed
      from ticket_entry left join invoice on invoice.id = ticket_entry.invoice_id
      union all select month, -minutes, -total_cents, -billed_cents from work_month
    )
    select month from counted group by month
    having sum(minutes) <> 0 or sum(total) <> 0 or sum(billed) <> 0 order by month`.execute(connection)
  return rows
}
