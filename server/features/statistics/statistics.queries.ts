import { type RawBuilder, sql } from 'kysely'
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

/**
 * The months (`YYYY-MM`) from the first to the last in which work was recorded. They are over all customers: else 404.
 */
export async function listWorkMonths(
  connection: Connection,
  scope: Scope,
  range: { first: string; last: string },
): Promise<WorkMonthRow[]> {
  if (scope.customers !== 'all') throw new AppError('not_found')
  return selectMonths(connection, range)
}

export type CustomerSumsRow = {
  minutes: number
  total_cents: number
  open_cents: number
  paid_cents: number
  unpaid_cents: number
}

const sumCustomer = prepared<{ customerId: string }>()((db, param) => {
  const sumOf = (amount: RawBuilder<number>) => sql`select coalesce(sum(${amount}), 0) from invoice
    where customer_id = ${param('customerId')} and state = 'issued'`
  return db
    .selectFrom('ticket')
    .select([
      sql<number>`coalesce(sum(minutes), 0)`.as('minutes'),
      sql<number>`coalesce(sum(total_cents), 0)`.as('total_cents'),
      sql<number>`coalesce(sum(total_cents - billed_cents), 0)`.as('open_cents'),
      sql<number>`(${sumOf(sql`paid_cents`)})`.as('paid_cents'),
      sql<number>`(${sumOf(sql`gross_cents - paid_cents`)} and is_paid = 0)`.as('unpaid_cents'),
    ])
    .where('customer_id', '=', param('customerId'))
})

/** The sums over all tickets and invoices of a customer in scope: read the customer first. */
export async function getCustomerSums(connection: Connection, customerId: string): Promise<CustomerSumsRow> {
  const [row] = await sumCustomer(connection, { customerId })
  if (row === undefined) throw new Error('The sums of a customer gave no row.')
  return row
}

/**
 * Compares the kept months with the entries and their invoices; no rows when all is right. For `portal doctor`, and for
 * tests.
 */
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
