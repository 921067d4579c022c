import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { readWhole } from '#server/files/read-stored-file.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { sha256Of } from './invoice-archive.rules.ts'
import { listLines, type StoredLine } from './invoice-lines.queries.ts'

const selectSnapshot = prepared<{ invoiceId: string }>()((db, param) =>
  db.selectFrom('invoice_snapshot').select('content').where('invoice_id', '=', param('invoiceId')),
)

/** The frozen values of an issued invoice that was found in scope; undefined for an uploaded one. */
export async function getSnapshot(connection: Connection, invoiceId: string): Promise<InvoiceSnapshot | undefined> {
  const [row] = await selectSnapshot(connection, { invoiceId })
  // Written only at the issue, as this type.
  return row && (JSON.parse(row.content) as InvoiceSnapshot)
}

export type ArchiveDifference = { id: string; number: string; part: 'row' | 'snapshot' | 'line' | 'document' }

/**
 * Compares rows, lines, snapshots and documents of all issued invoices with the hashes in their line of the audit log,
 * whose chain `portal doctor` checks. None when all is right. One invoice at a time: nobody waits for it.
 */
export async function checkArchive(connection: Connection): Promise<ArchiveDifference[]> {
  const issued = await connection
    .selectFrom('invoice')
    .select('id')
    .where('kind', '<>', 'uploaded')
    .where('state', '<>', 'draft')
    .orderBy('id')
    .execute()
  const differences: ArchiveDifference[] = []
  for (const { id } of issued) {
    const found = await compare(connection, id)
    if (found !== null) differences.push(found)
  }
  return differences
}

async function compare(connection: Connection, id: string): Promise<ArchiveDifference | null> {
  const row = await connection.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
  // Destroyed meanwhile, at the end of its retention.
  if (row === undefined) return null
  const differs = (part: ArchiveDifference['part']) => ({ id, number: row.number ?? '', part })
  const stored = await connection
    .selectFrom('invoice_snapshot')
    .selectAll()
    .where('invoice_id', '=', id)
    .executeTakeFirst()
  if (stored === undefined || stored.sha256 !== sha256Of(stored.content)) return differs('snapshot')
  const documents = await documentHashes(connection, id, row.pdf_file_id)
  const line = [row.number, `snapshot=${stored.sha256}`, ...documents].join(' ')
  if (!(await isInAuditLog(connection, id, line))) return differs('document')
  // Its hash is that of the issue: it has this type.
  const snapshot = JSON.parse(stored.content) as InvoiceSnapshot
  const sign = row.kind === 'cancellation' ? -1 : 1
  const isSame =
    snapshot.number === row.number &&
    snapshot.issueDate === row.issue_date &&
    // A cancellation asks for no payment.
    snapshot.dueDate === (row.kind === 'cancellation' ? null : row.due_date) &&
    snapshot.serviceFrom === row.service_from &&
    snapshot.serviceTo === (row.service_to ?? row.service_from) &&
    snapshot.netCents === sign * row.net_cents &&
    snapshot.grossCents === sign * row.gross_cents
  if (!isSame) return differs('row')
  return areSame(snapshot, await listLines(connection, id)) ? null : differs('line')
}

function areSame({ lines }: InvoiceSnapshot, stored: readonly StoredLine[]): boolean {
  const frozen = lines.map(line => [
    line.position,
    line.text,
    line.description,
    line.quantityMilli,
    line.unit,
    line.unitPriceE4,
    line.netCents,
    line.vatCase,
  ])
  const current = stored.map(line => [
    line.position,
    line.text,
    line.description,
    line.quantity_milli,
    line.unit,
    line.unit_price_e4,
    line.net_cents,
    line.vat_case,
  ])
  return isDeepStrictEqual(frozen, current)
}

async function documentHashes(connection: Connection, id: string, fileId: string | null): Promise<string[]> {
  const file = await connection
    .selectFrom('file')
    .select(['id', 'size_bytes'])
    .where('id', '=', fileId ?? '')
    .executeTakeFirst()
  const original = file === undefined ? 'missing' : await hashOfFile(connection, file.id, file.size_bytes)
  const xml = await connection
    .selectFrom('invoice_xml')
    .select(['profile', 'xml'])
    .where('invoice_id', '=', id)
    .orderBy('profile')
    .execute()
  return [`original=${original}`, ...xml.map(({ profile, xml: text }) => `${profile}=${sha256Of(text)}`)]
}

async function hashOfFile(connection: Connection, id: string, sizeBytes: number): Promise<string> {
  try {
    return sha256Of(await readWhole(connection, id, sizeBytes))
  } catch {
    return 'incomplete'
  }
}

async function isInAuditLog(connection: Connection, id: string, details: string): Promise<boolean> {
  const line = await connection
    .selectFrom('audit_entry')
    .select(sql<number>`1`.as('found'))
    .where('subject_id', '=', id)
    .where('action', '=', 'invoice.published')
    .where('details', '=', details)
    .executeTakeFirst()
  return line !== undefined
}
