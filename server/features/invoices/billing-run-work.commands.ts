/**
 * The work of a billing run, customer by customer. Each step is a transaction of its own and reads the state of the run
 * first: it can be stopped, and continues after a crash without duplicates, because billed work no longer waits.
 */
import { setTimeout as rest } from 'node:timers/promises'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { calendarDate } from '#server/clock.ts'
import type { Connection, Context, Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { listWaitingOfDays } from '#server/features/tickets/ticket-invoicing.queries.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { billWorkIn } from './billing.commands.ts'
import { missingOfDraft } from './billing-run.present.ts'
import { daysOf, findRun, listRunDrafts, type StoredRun } from './billing-run.queries.ts'
import { getInvoice } from './invoice.queries.ts'
import { listMissingOf, readDraft } from './invoice-draft.queries.ts'
import { checkDocument } from './invoice-preview.commands.ts'
import { publishWritten } from './written-publication.commands.ts'

type Work = Exclude<StoredRun['state'], 'idle'>

/** A step that had to wait for something else is no reason to rest longer. */
const restMsMax = 250

/** Drafts or issues, as the run's state demands, until it is idle or stopped. */
export async function workOnRun(runtime: Runtime, id: string): Promise<void> {
  const context = { ...runtime, actor: portalItself, scope: scopeOf(portalItself), address: '', userAgent: '' }
  const run = await findRun(context.db, id)
  if (run === undefined || run.state === 'idle') return
  if (run.state === 'drafting') await draftAll(context, run)
  else await issueReady(context, run)
  await context.db
    .updateTable('billing_run')
    .set({ state: 'idle' })
    .where('id', '=', id)
    .where('state', '=', run.state)
    .execute()
}

async function draftAll(context: Context, run: StoredRun): Promise<void> {
  const waiting = await listWaitingOfDays(context.db, daysOf(run.month))
  await countWork(context, run, waiting.length)
  for (const { customer_id: customerId } of waiting) {
    if (!(await isStill(context, run, 'drafting'))) return
    await withRest(async () => {
      await orFailure(context, () => draftOne(context, run, customerId))
      await countDone(context.db, run)
    })
  }
  await checkDrafts(context, run, 'drafting')
}

async function draftOne(context: Context, run: StoredRun, customerId: string): Promise<void> {
  const { grouping, vat_case: vatCase } = run
  await inTransaction(context, async trx => {
    const work = { customerId, ...daysOf(run.month), form: 'written', grouping, vatCase } as const
    const drafts = await billWorkIn(trx, context, work)
    const rows = drafts.map(({ id }) => ({ invoice_id: id, run_id: run.id, missing: null, failure: '' }))
    await trx.insertInto('billing_run_invoice').values(rows).execute()
  })
}

async function issueReady(context: Context, run: StoredRun): Promise<void> {
  await checkDrafts(context, run, 'issuing')
  const drafts = await listRunDrafts(context.db, run.id)
  const ready = drafts.filter(({ state, missing }) => state === 'draft' && missingOfDraft(missing)?.length === 0)
  await countWork(context, run, ready.length)
  for (const { id } of ready) {
    if (!(await isStill(context, run, 'issuing'))) return
    await withRest(async () => {
      const failure = await orFailure(context, () => publishWritten(context, id, undefined, 'run'))
      await inTransaction(context, async trx => {
        // Somebody else was faster.
        await keepFailure(trx, id, failure === 'invoice.published' ? '' : failure)
        await countDone(trx, run)
      })
    })
  }
}

/** Stores which data each draft of the run lacks. Reads many rows, but renders nothing. */
async function checkDrafts(context: Context, run: StoredRun, work: Work): Promise<void> {
  const today = calendarDate(context.clock.now())
  for (const { id, state } of await listRunDrafts(context.db, run.id)) {
    if (state !== 'draft') continue
    if (!(await isStill(context, run, work))) return
    await withRest(() => orFailure(context, () => checkDraft(context, id, today)))
  }
}

async function checkDraft(context: Context, id: string, today: string): Promise<void> {
  const row = await getInvoice(context.db, context, id)
  const draft = await readDraft(context.db, row)
  const check = (snapshot: InvoiceSnapshot) => checkDocument(context, snapshot, 'run')
  const missing = JSON.stringify(await listMissingOf(context.db, draft, today, check))
  await context.db.updateTable('billing_run_invoice').set({ missing }).where('invoice_id', '=', id).execute()
}

/** Yields the process to others for the duration of the step, so that a run takes at most half of it. */
async function withRest(step: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await step()
  await rest(Math.min(performance.now() - startedAt, restMsMax))
}

/** The code of a refusal, which concerns one invoice; empty without one. A fault ends the job, which is tried again. */
async function orFailure({ log }: Context, work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.info({ code: error.code }, 'refused in a billing run')
    return error.code
  }
}

async function keepFailure(connection: Connection, invoiceId: string, failure: string): Promise<void> {
  await connection.updateTable('billing_run_invoice').set({ failure }).where('invoice_id', '=', invoiceId).execute()
}

async function isStill({ db }: Context, { id }: StoredRun, work: Work): Promise<boolean> {
  return (await findRun(db, id))?.state === work
}

async function countWork({ db }: Context, { id }: StoredRun, total_count: number): Promise<void> {
  await db.updateTable('billing_run').set({ total_count, done_count: 0 }).where('id', '=', id).execute()
}

async function countDone(connection: Connection, { id }: StoredRun): Promise<void> {
  await connection
    .updateTable('billing_run')
    .set(eb => ({ done_count: eb('done_count', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
