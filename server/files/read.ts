/** Hands files out, part by part. */
import type { FileMediaType } from '#contract/files.ts'
import { AppError } from '#server/app-error.ts'
import { isImpersonating } from '#server/auth/actor.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

export type FileContent = {
  readonly name: string
  readonly mediaType: FileMediaType | 'application/zip' | 'application/octet-stream'
  readonly sizeBytes: number
  /** Read from the database as it is asked for; throws when a part is missing. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Where parts can be asked for, too. */
  readonly parts?: {
    /** Tells this content from whatever else may come to have the name. */
    readonly version: string
    /** From the first to the last byte, both included. */
    readonly read: (first: number, last: number) => AsyncIterable<Uint8Array>
  }
}

/**
 * A file for its download. Whoever calls has found the row that names it in the caller's scope (else 404 before this).
 * Throws `as_user.no_files` while an admin looks at the portal as a customer, `not_found` when it is gone.
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

/** The content, read as it is asked for, past every question of who may. Throws when a part is missing. */
export async function* readStoredFile(db: Connection, fileId: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (let position = 0; sent < sizeBytes; position += 1) {
    const [chunk] = await selectChunk(db, { fileId, position })
    if (chunk === undefined) throw new Error(`Part ${position} of the file ${fileId} is missing.`)
    sent += chunk.content.length
    yield chunk.content
  }
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
