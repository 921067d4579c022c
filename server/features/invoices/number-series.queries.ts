import type { Selectable, Transaction } from 'kysely'
import { numberOf, prefixOf } from '#contract/number-form.ts'
import type { PresentedSeries, SeriesKind } from '#contract/number-series.ts'
import { seriesKinds } from '#contract/number-series.ts'
import { calendarDate } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { foldNumber } from '#server/database/fold.ts'
import type { NumberSeriesTable } from '#server/database/invoice-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { isOfForm, numericValueOf, proposedForms, sequenceOf } from './number-series.rules.ts'

export type StoredSeries = Selectable<NumberSeriesTable>

const selectSeries = prepared<Record<never, never>>()(db => db.selectFrom('number_series').selectAll())
const selectLocked = prepared<{ kind: SeriesKind }>()((db, param, engine) =>
  db.selectFrom('number_series').selectAll().where('kind', '=', param('kind')).$call(forUpdate(engine)),
)
const selectLast = prepared<{ name: string }>()((db, param) =>
  db.selectFrom('number_sequence').select('last_value').where('name', '=', param('name')),
)

export async function findSeries(connection: Connection, kind: SeriesKind): Promise<StoredSeries | undefined> {
  return (await selectSeries(connection, {})).find(series => series.kind === kind)
}

/** The series, locked until the transaction ends: its numbers are taken one after the other. */
export async function lockSeries(trx: Transaction<Database>, kind: SeriesKind): Promise<StoredSeries | undefined> {
  const [series] = await selectLocked(trx, { kind })
  return series
}

/** The value of the next number of a form in a year: behind the last one taken, or the highest typed one. */
export async function nextValue(connection: Connection, form: string, year: string): Promise<number> {
  const [sequence] = await selectLast(connection, { name: sequenceOf(form, year) })
  return (sequence?.last_value ?? (await highestValue(connection, form, year))) + 1
}

/** The highest existing number of a form in a year; 0 without any. */
export async function highestValue(connection: Connection, form: string, year: string): Promise<number> {
  // The part of the sort key before the digits; they are padded there, so that they are the next character.
  const [before = ''] = foldNumber(`${prefixOf(form, year)}0`).split('000000000000 ')
  const found = await connection
    .selectFrom('invoice')
    .select('number')
    .where('number_key', '>=', `${before}0`)
    .where('number_key', '<', `${before}:`)
    .execute()
  return found.reduce((highest, { number }) => Math.max(highest, numericValueOf(form, year, number ?? '') ?? 0), 0)
}

/** Whether the portal assigns numbers of this form. */
export async function isAssignedByPortal(connection: Connection, number: string): Promise<boolean> {
  return (await selectSeries(connection, {})).some(({ form }) => isOfForm(form, number))
}

/** Both series; one that is not set as a proposal. */
export async function listSeries({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<PresentedSeries[]> {
  const year = calendarDate(clock.now()).slice(0, 4)
  const stored = await selectSeries(db, {})
  return Promise.all(
    seriesKinds.map(kind =>
      presentSeries(
        db,
        kind,
        stored.find(row => row.kind === kind),
        year,
      ),
    ),
  )
}

export async function presentSeries(
  connection: Connection,
  kind: SeriesKind,
  series: StoredSeries | undefined,
  year: string,
): Promise<PresentedSeries> {
  const form = series?.form ?? proposedForms[kind]
  const next = await nextValue(connection, form, year)
  const isSet = series !== undefined
  return { kind, isSet, form, next, nextNumber: numberOf(form, year, next), revision: series?.revision ?? 0 }
}
