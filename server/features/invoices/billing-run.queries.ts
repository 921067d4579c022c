/** The billing run of a month, its drafts, and the work that waits. Only admins ask. */
import type { Selectable } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Connection, Context } from '#server/context.ts'
import type { BillingRunTable } from '#server/database/invoice-tables.ts'
import { listWaitingOfDays, type WaitingWork } from '#server/features/tickets/ticket-invoicing.queries.ts'

export type StoredRun = Selectable<BillingRunTable>
export type RunDraft = Awaited<ReturnType<typeof listRunDrafts>>[number]
export type FoundRun = { month: string; run: StoredRun | undefined; waiting: WaitingWork[]; drafts: RunDraft[] }

/** The run of a month, also of one that was not billed yet. */
export async function getRun({ db }: Pick<Context, 'db'>, month: string): Promise<FoundRun> {
  const run = await db.selectFrom('billing_run').selectAll().where('month', '=', month).executeTakeFirst()
  const drafts = run === undefined ? [] : await listRunDrafts(db, run.id)
  return { month, run, waiting: await listWaitingOfDays(db, daysOf(month)), drafts }
}

/** 404 where the month was not billed yet. */
export async function getStoredRun(connection: Connection, month: string): Promise<StoredRun> {
  const run = await connection.selectFrom('billing_run').selectAll().where('month', '=', month).executeTakeFirst()
  if (run === undefined) throw new AppError('not_found')
  return run
}

export function findRun(connection: Connection, id: string): Promise<StoredRun | undefined> {
  return connection.selectFrom('billing_run').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The invoices of a run, in the order of their creation. */
export function listRunDrafts(connection: Connection, runId: string) {
  return connection
    .selectFrom('billing_run_invoice')
    .innerJoin('invoice', 'invoice.id', 'billing_run_invoice.invoice_id')
    .innerJoin('customer', 'customer.id', 'invoice.customer_id')
    .where('billing_run_invoice.run_id', '=', runId)
    .select(['invoice.id', 'invoice.number', 'invoice.state', 'invoice.gross_cents', 'invoice.customer_id'])
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
    .select(['billing_run_invoice.missing', 'billing_run_invoice.failure'])
    .orderBy('billing_run_invoice.invoice_id')
    .execute()
}

/** The first and the last day of a month (`YYYY-MM`). */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}
