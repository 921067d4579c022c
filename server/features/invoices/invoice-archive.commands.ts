/** Archive of an issued invoice: snapshot, XML, original and logo, each with its SHA-256 (decision 0072). */
import type { Transaction } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { chunkBytes } from '#server/files/received-file.ts'
import { insertFile } from '#server/files/store-file.ts'
import type { XmlFile } from '#server/invoice-documents/checked-xml.ts'
import type { InvoiceSnapshot, SnapshotSeller } from '#server/invoice-documents/invoice-snapshot.ts'
import { pdfNameOf } from './invoice.rules.ts'
import { sha256Of } from './invoice-archive.rules.ts'
import { findPrintableLogo } from './printable-logo.queries.ts'

export type ArchivedDocuments = {
  snapshot: InvoiceSnapshot
  /** The snapshot as it is stored. */
  content: string
  xml: readonly XmlFile[]
  original: Uint8Array
}

export type PrintedLogo = { snapshot: SnapshotSeller['logo']; bytes: Uint8Array | null }

/** Stores the documents of an invoice that is still a draft, and returns the file of the original. */
export async function archiveDocuments(
  trx: Transaction<Database>,
  { clock }: Pick<Context, 'clock'>,
  { id, customerId }: { id: string; customerId: string },
  { snapshot, content, xml, original }: ArchivedDocuments,
): Promise<string> {
  const file = {
    id: newId(clock.now()),
    customer_id: customerId,
    uploaded_by_user_id: null,
    name: pdfNameOf(snapshot, ''),
    media_type: 'application/pdf',
    size_bytes: original.length,
    sha256: sha256Of(original),
    state: 'attached',
    created_at: instantText(clock.now()),
  } as const
  await insertFile(trx, file, chunksOf(original))
  await trx
    .insertInto('invoice_snapshot')
    .values({ invoice_id: id, content, sha256: sha256Of(content) })
    .execute()
  const rows = xml.map(({ profile, bytes }) => ({
    invoice_id: id,
    profile,
    xml: new TextDecoder().decode(bytes),
    sha256: sha256Of(bytes),
  }))
  await trx.insertInto('invoice_xml').values(rows).execute()
  return file.id
}

/** Text of the audit line, which puts the hashes under the chain of the log: `RE-1 snapshot=… original=…`. */
export function archiveDetails({ snapshot, content, xml, original }: ArchivedDocuments): string {
  const sums = [
    ['snapshot', sha256Of(content)],
    ['original', sha256Of(original)],
    ...xml.map(({ profile, bytes }) => [profile, sha256Of(bytes)]),
  ]
  return [snapshot.number, ...sums.map(([name, sum]) => `${name}=${sum}`)].join(' ')
}

/**
 * The logo that documents are printed with, kept for the copies that are drawn later. A
 * transaction of its own: the snapshot names the file.
 */
export async function keepLogo(context: Context): Promise<PrintedLogo> {
  const logo = await findPrintableLogo(context)
  if (logo === undefined) return { snapshot: null, bytes: null }
  const { sha256, mediaType, content } = logo
  const fileId = await inTransaction(context, async trx => {
    const known = await trx.selectFrom('invoice_logo').select('file_id').where('sha256', '=', sha256).executeTakeFirst()
    if (known !== undefined) return known.file_id
    const file = {
      id: newId(context.clock.now()),
      customer_id: null,
      uploaded_by_user_id: null,
      name: mediaType === 'image/png' ? 'Logo.png' : 'Logo.jpg',
      media_type: mediaType,
      size_bytes: content.length,
      sha256,
      state: 'attached',
      created_at: instantText(context.clock.now()),
    } as const
    await insertFile(trx, file, chunksOf(content))
    await trx.insertInto('invoice_logo').values({ sha256, file_id: file.id }).execute()
    return file.id
  })
  return { snapshot: { fileId, sha256, mediaType }, bytes: content }
}

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, part) =>
    bytes.subarray(part * chunkBytes, (part + 1) * chunkBytes),
  )
}
