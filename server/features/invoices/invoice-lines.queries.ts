/** The lines of an invoice that was found in scope, with the work behind them. */
import type { Selectable } from 'kysely'
import type { Connection } from '#server/context.ts'
import type { InvoiceLineEntryTable, InvoiceLineTable } from '#server/database/invoice-tables.ts'
import { prepared } from '#server/database/prepared.ts'

export type StoredLineEntry = Selectable<InvoiceLineEntryTable>
export type StoredLine = Selectable<InvoiceLineTable> & { work: StoredLineEntry[] }

const selectLines = prepared<{ invoiceId: string }>()((db, param) =>
  db.selectFrom('invoice_line').selectAll().where('invoice_id', '=', param('invoiceId')).orderBy('position'),
)

const selectLineEntries = prepared<{ invoiceId: string }>()((db, param) =>
  db
    .selectFrom('invoice_line_entry')
    .innerJoin('invoice_line', 'invoice_line.id', 'invoice_line_entry.line_id')
    .selectAll('invoice_line_entry')
    .where('invoice_line.invoice_id', '=', param('invoiceId'))
    .orderBy('invoice_line.position')
    .orderBy('invoice_line_entry.position'),
)

export async function listLines(connection: Connection, invoiceId: string): Promise<StoredLine[]> {
  const [lines, entries] = await Promise.all([
    selectLines(connection, { invoiceId }),
    selectLineEntries(connection, { invoiceId }),
  ])
  const work = Map.groupBy(entries, entry => entry.line_id)
  return lines.map(line => ({ ...line, work: work.get(line.id) ?? [] }))
}
