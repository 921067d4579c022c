import { type Selectable, sql } from 'kysely'
import { type Actor, isAdmin } from '#server/auth/actor.ts'
import type { Scope } from '#server/auth/scope.ts'
import { calendarDate } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { ErasureTable } from '#server/database/platform-tables.ts'
import { type FoundCustomer, getCustomer } from '#server/features/customers/customer.queries.ts'
import type { Findings } from './erasure.rules.ts'

export type RetainedRow = { id: string; number: string; issue_date: string; kept_until: string; recipient: string }
export type FoundErasure = {
  readonly customer: FoundCustomer['row']
  /** The pending or completed one. */
  readonly erasure: Selectable<ErasureTable> | undefined
  readonly findings: Findings
  readonly openTickets: number
  readonly unbilledEntries: number
  /** Dates of issued invoices. */
  readonly issueDates: readonly string[]
  /** Only for an admin. */
  readonly retained: readonly RetainedRow[] | undefined
}

/** All data about the deletion of a customer in scope; 404 `not_found`. */
export async function getErasure(
  connection: Connection,
  { scope, actor }: { scope: Scope; actor: Actor },
  customerId: string,
): Promise<FoundErasure> {
  const { row: customer } = await getCustomer(connection, scope, customerId)
  const erasure = await connection
    .selectFrom('erasure')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['waiting', 'running', 'done'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { open, unbilled } = await countOpenWork(connection, customerId)
  const invoices = await connection
    .selectFrom('invoice')
    .select('issue_date')
    .where('customer_id', '=', customerId)
    .where('state', '<>', 'draft')
    .execute()
  return {
    customer,
    erasure,
    findings: await findObstacles(connection, customerId),
    openTickets: open,
    unbilledEntries: unbilled,
    issueDates: invoices.flatMap(({ issue_date }) => issue_date ?? []),
    retained: isAdmin(actor) && erasure?.state === 'done' ? await listRetained(connection, customerId) : undefined,
  }
}

/** Current obstacles. */
export async function findObstacles(connection: Connection, customerId: string): Promise<Findings> {
  const unpaid = await connection
    .selectFrom('invoice')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('state', '=', 'issued')
    .where('is_paid', '=', 0)
    .where('gross_cents', '>', 0)
    .executeTakeFirstOrThrow()
  const admins = await connection
    .selectFrom('user_account')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  return { unpaidInvoices: unpaid.count, admins: admins.count }
}

/** Erasures whose grace period is over, and those that have begun and were interrupted. */
export async function listDue(connection: Connection, now: string): Promise<{ id: string; customer_id: string }[]> {
  const due = await connection
    .selectFrom('erasure')
    .select(['id', 'customer_id'])
    .where('state', 'in', ['waiting', 'running'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
  return due.flatMap(({ id, customer_id }) => (customer_id === null ? [] : [{ id, customer_id }]))
}

/** Retained invoices whose last day is over. */
export async function listReleasable(
  connection: Connection,
  now: Date,
): Promise<{ invoice_id: string; customer_id: string }[]> {
  return connection
    .selectFrom('retained_invoice')
    .innerJoin('invoice', 'invoice.id', 'retained_invoice.invoice_id')
    .select(['retained_invoice.invoice_id', 'invoice.customer_id'])
    .where('retained_invoice.kept_until', '<', calendarDate(now))
    .orderBy('retained_invoice.invoice_id')
    .execute()
}

async function countOpenWork(connection: Connection, customerId: string): Promise<{ open: number; unbilled: number }> {
  const { rows } = await sql<{ open: number; unbilled: number }>`select
    (select count(*) from ticket where customer_id = ${customerId} and progress <> 'finished') as open,
    (select count(*) from ticket_entry where customer_id = ${customerId} and invoice_id is null
      and progress = 'finished' and total_cents > 0) as unbilled`.execute(connection)
  return rows[0] ?? { open: 0, unbilled: 0 }
}

async function listRetained(connection: Connection, customerId: string): Promise<RetainedRow[]> {
  const rows = await connection
    .selectFrom('retained_invoice')
    .innerJoin('invoice', 'invoice.id', 'retained_invoice.invoice_id')
    .select(['invoice.id', 'invoice.number', 'invoice.issue_date', 'kept_until', 'recipient'])
    .where('invoice.customer_id', '=', customerId)
    .orderBy('invoice.issue_key', 'desc')
    .execute()
  return rows.map(row => ({ ...row, number: row.number ?? '', issue_date: row.issue_date ?? '' }))
}
