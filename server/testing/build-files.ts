/** Files for tests, bypassing the upload. */
import { hash } from 'node:crypto'
import { instantText } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertFile } from '#server/files/store-file.ts'
import { sampleFiles } from './multipart-form.ts'

/** A pending PDF by default. */
export async function buildFile(
  runtime: Pick<Runtime, 'db' | 'clock' | 'wake'>,
  overrides: Partial<FileTable> = {},
  content: Uint8Array = sampleFiles.pdf,
): Promise<FileTable> {
  const row: FileTable = {
    id: newId(),
    customer_id: null,
    uploaded_by_user_id: null,
    name: 'Angebot.pdf',
    media_type: 'application/pdf',
    size_bytes: content.length,
    sha256: hash('sha256', content),
    state: 'pending',
    created_at: instantText(runtime.clock.now()),
    ...overrides,
  }
  await inTransaction(runtime, trx => insertFile(trx, row, [content]))
  return row
}

/** A PDF uploaded by the given actor; returns its id. */
export async function uploadPdf(context: Context): Promise<string> {
  const uploaded_by_user_id = context.actor.kind === 'user' ? context.actor.userId : null
  return (await buildFile(context, { uploaded_by_user_id })).id
}
