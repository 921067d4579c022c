import type { WrittenContent } from '#contract/invoice-lines.ts'
import type { Connection } from '#server/context.ts'
import type { InvoiceRow } from './invoice.queries.ts'
import { listLines } from './invoice-lines.queries.ts'
import { presentWritten } from './written-invoice.present.ts'

/** The content of an invoice found in scope; null for an uploaded one. */
export async function readWritten(connection: Connection, row: InvoiceRow): Promise<WrittenContent | null> {
  return row.kind === 'uploaded' ? null : presentWritten(row, await listLines(connection, row.id))
}
