import type { Transaction } from 'kysely'
import { businessProfileRealtimeId } from '#contract/events.ts'
import { invoiceNumberLengthMax } from '#contract/limits.ts'
import { numberOf } from '#contract/number-form.ts'
import type { PresentedSeries, SeriesInput, SeriesKind } from '#contract/number-series.ts'
import { invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { lockForTransaction } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import {
  findSeries,
  highestValue,
  lockSeries,
  nextValue,
  presentSeries,
  type StoredSeries,
} from './number-series.queries.ts'
import { doFormsMeet, sequenceOf } from './number-series.rules.ts'

type Trx = Transaction<Database>

/**
 * Sets form and next number of a series. 412 `stale`, 422 for numbers that are too long, exist already, or could belong
 * to the other series.
 */
export async function setSeries(
  context: Context,
  { kind, form, start }: SeriesInput,
  revision: number | undefined,
): Promise<PresentedSeries> {
  const now = instantText(context.clock.now())
  const year = calendarDate(context.clock.now()).slice(0, 4)
  return inTransaction(context, async trx => {
    // Before there is a row, there is nothing else to lock.
    await lockForTransaction(trx, context.engine, 'numberSeries')
    const before = await lockSeries(trx, kind)
    demandRevision(revision, before?.revision ?? 0)
    await demandFitting(trx, { kind, form, start }, year)
    const row = { form, updated_at: now, revision: (before?.revision ?? 0) + 1 }
    await trx
      .insertInto('number_series')
      .values({ kind, last_issue_date: null, created_at: now, ...row })
      .onConflict(conflict => conflict.column('kind').doUpdateSet(row))
      .execute()
    await countFrom(trx, sequenceOf(form, year), start - 1)
    await recordAudit(trx, context, {
      action: 'number_series.set',
      subjectKind: 'business_profile',
      subjectId: businessProfileRealtimeId,
      details: `${kind}: ${numberOf(form, year, start)}`,
    })
    return presentSeries(trx, kind, await findSeries(trx, kind), year)
  })
}

/** Takes the next number for an issue on this day. The series is locked by the caller. */
export async function takeNumber(trx: Trx, series: StoredSeries, issueDate: string): Promise<string> {
  const year = issueDate.slice(0, 4)
  const value = await nextValue(trx, series.form, year)
  await countFrom(trx, sequenceOf(series.form, year), value)
  await trx.updateTable('number_series').set({ last_issue_date: issueDate }).where('kind', '=', series.kind).execute()
  return numberOf(series.form, year, value)
}

async function demandFitting(trx: Trx, { kind, form, start }: SeriesInput, year: string): Promise<void> {
  const other: SeriesKind = kind === 'invoice' ? 'cancellation' : 'invoice'
  const meets = (await findSeries(trx, other))?.form
  if (meets !== undefined && doFormsMeet(form, meets)) throw invalidField('form', 'number_series.same_form')
  // Room for a million more.
  const longest = numberOf(form, year, start + 1_000_000)
  if (longest.length > invoiceNumberLengthMax) throw invalidField('form', 'number_series.length')
  if (start <= (await highestValue(trx, form, year))) throw invalidField('start', 'number_series.start_taken')
}

async function countFrom(trx: Trx, name: string, last_value: number): Promise<void> {
  await trx
    .insertInto('number_sequence')
    .values({ name, last_value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ last_value }))
    .execute()
}
