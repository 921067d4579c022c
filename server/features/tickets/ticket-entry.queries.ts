import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { ticketEntriesMax } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { InvoiceTable, TicketEntryTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'
import type { TicketItem } from './ticket.queries.ts'

export type StoredEntry = Selectable<TicketEntryTable>
export type EntryRow = StoredEntry & { invoice_state: InvoiceTable['state'] | null }
export type SpanRow = {
  entry_id: string | null
  started_at: string
  stopped_at: string | null
  username: string
  first_name: string
  last_name: string
}
export type FoundEntry = { row: EntryRow; spans: SpanRow[] }

/** Entries with the state of their invoice. */
export function selectEntries(db: Kysely<Database>) {
  return db
    .selectFrom('ticket_entry')
    .leftJoin('invoice', 'invoice.id', 'ticket_entry.invoice_id')
    .selectAll('ticket_entry')
    .select('invoice.state as invoice_state')
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectEntries(db).where('ticket_entry.id', '=', param('id')),
)

const selectOneLocked = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('ticket_entry').selectAll().where('id', '=', param('id')).$call(forUpdate(engine)),
)

const lockTicketOf = prepared<{ id: string }>()((db, param, engine) =>
  db
    .selectFrom('ticket')
    .select('id')
    .where('id', '=', entry => entry.selectFrom('ticket_entry').select('ticket_id').where('id', '=', param('id')))
    .$call(forUpdate(engine)),
)

const selectAllOfTicket = prepared<{ ticketId: string }>()((db, param) =>
  selectEntries(db)
    .where('ticket_entry.ticket_id', '=', param('ticketId'))
    .orderBy('ticket_entry.date')
    .orderBy('ticket_entry.id')
    .limit(ticketEntriesMax),
)

/** One entry in scope; 404 `not_found`. */
export async function getEntry(connection: Connection, scope: Scope, id: string): Promise<FoundEntry> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  return { row, spans: await selectSpansOfEntries(connection, [id]) }
}

/** The first entries of a ticket in scope, oldest first. */
export async function listEntriesOfTicket(
  connection: Connection,
  { id: ticketId, entries_count, has_spans }: Pick<TicketItem, 'id' | 'entries_count' | 'has_spans'>,
): Promise<FoundEntry[]> {
  if (entries_count === 0) return []
  const [rows, spans] = await Promise.all([
    selectAllOfTicket(connection, { ticketId }),
    has_spans === 0 ? [] : selectSpansOfTicket(connection, { ticketId }),
  ])
  return withSpans(rows, spans)
}

/** The measured time of a page of entries, for all of them at once. */
export async function withSpansOf(connection: Connection, rows: readonly EntryRow[]): Promise<FoundEntry[]> {
  const ids = rows.map(row => row.id)
  return withSpans(rows, await selectSpansOfEntries(connection, ids))
}

/** One entry in scope, locked until the transaction ends, and whether time was measured on it; else 404. */
export async function getEntryToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<StoredEntry & { isMeasured: boolean }> {
  // The ticket first: all writes take their locks in this order.
  await lockTicketOf(trx, { id })
  const [row] = await selectOneLocked(trx, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  const span = await trx.selectFrom('work_span').select('id').where('entry_id', '=', id).limit(1).executeTakeFirst()
  return { ...row, isMeasured: span !== undefined }
}

function isInScope(scope: Scope, row: StoredEntry): boolean {
  const own = scopedCustomerId(scope)
  return own === null || own === row.customer_id
}

function withSpans(rows: readonly EntryRow[], spans: readonly SpanRow[]): FoundEntry[] {
  return rows.map(row => ({ row, spans: spans.filter(span => span.entry_id === row.id) }))
}

const selectSpansOfEntries = preparedByIds()((db, ids) =>
  selectSpans(db).where('work_span.entry_id', 'in', ids).orderBy('work_span.started_at'),
)

const selectSpansOfTicket = prepared<{ ticketId: string }>()((db, param) =>
  selectSpans(db)
    .where('work_span.ticket_id', '=', param('ticketId'))
    .where('work_span.entry_id', 'is not', sql.lit(null))
    .orderBy('work_span.started_at'),
)

function selectSpans(db: Kysely<Database>) {
  return db
    .selectFrom('work_span')
    .innerJoin('user_account', 'user_account.id', 'work_span.user_id')
    .select([
      'work_span.entry_id',
      'work_span.started_at',
      'work_span.stopped_at',
      'user_account.username',
      'user_account.first_name',
      'user_account.last_name',
    ])
}
