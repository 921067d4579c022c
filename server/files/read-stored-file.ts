/** Serves files, part by part. */
import type { FileMediaType } from '#contract/files.ts'
import { AppError } from '#server/app-error.ts'
import { isImpersonating } from '#server/auth/actor.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

export type FileContent = {
  readonly name: string
  readonly mediaType: FileMediaType | 'application/xml' | 'application/zip' | 'text/csv' | 'application/octet-stream'
  readonly sizeBytes: number
  /** Read from the database on demand; throws when a part is missing. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** For range requests. */
  readonly parts?: {
    /** Identifies this content under the name. */
    readonly version: string
    /** From the first to the last byte, both included. */
    readonly read: (first: number, last: number) => AsyncIterable<Uint8Array>
  }
}

/**
 * A file for its download. The caller has found its row in the actor's scope (else 404 before this). Throws
 * `as_user.no_files` while an admin impersonates a customer, `not_found` when it was deleted.
 */
export async function openFile({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<FileContent> {
  if (isImpersonating(actor)) throw new AppError('as_user.no_files')
  const [file] = await selectFile(db, { id })
  if (file === undefined) throw new AppError('not_found')
  return {
    name: file.name,
    mediaType: file.media_type,
    sizeBytes: file.size_bytes,
    chunks: readStoredFile(db, id, file.size_bytes),
  }
}

/** The content, read on demand, without any access check. Throws when a part is missing. */
export async function* readStoredFile(db: Connection, fileId: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (let position = 0; sent < sizeBytes; position += 1) {
    const [chunk] = await selectChunk(db, { fileId, position })
    if (chunk === undefined) throw new Error(`Part ${position} of the file ${fileId} is missing.`)
    sent += chunk.content.length
    yield chunk.content
  }
}

/** All of it in memory, for documents of our own. Throws when a part is missing. */
export async function readWhole(db: Connection, fileId: string, sizeBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of readStoredFile(db, fileId, sizeBytes)) parts.push(part)
  return Buffer.concat(parts)
}

const selectFile = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('file').select(['name', 'media_type', 'size_bytes']).where('id', '=', param('id')),
)

const selectChunk = prepared<{ fileId: string; position: number }>()((db, param) =>
  db
    .selectFrom('file_chunk')
    .select('content')
    .where('file_id', '=', param('fileId'))
    .where('position', '=', param('position')),
)
