import type { StoredFile } from '#contract/files.ts'
import type { FileTable } from '#server/database/platform-tables.ts'

/** A file as shown with its row. */
export function presentFile(row: Pick<FileTable, 'id' | 'name' | 'media_type' | 'size_bytes'>): StoredFile {
  return { id: row.id, name: row.name, mediaType: row.media_type, sizeBytes: row.size_bytes }
}
