/** Uploaded files. */
import type { Generated } from 'kysely'
import type { FileMediaType } from '#contract/files.ts'
import type { LogoMediaType } from '#contract/logo.ts'
import type { InstantText } from './schema-columns.ts'

export type FileTable = {
  id: string
  /** Whose it is; null while an admin's file belongs to nothing yet. */
  customer_id: string | null
  uploaded_by_user_id: string | null
  name: string
  media_type: FileMediaType
  size_bytes: number
  /** Hex. */
  sha256: string
  /** `pending`: uploaded, but no row names it yet. */
  state: 'pending' | 'attached'
  created_at: InstantText
}

/** The one column of bytes, see decision 0023: a file is read part by part. */
export type FileChunkTable = { file_id: string; position: number; content: Uint8Array }

/** The logo of the business, one row at most: public, small, and never read in parts. */
export type BusinessLogoTable = {
  id: Generated<1>
  media_type: LogoMediaType
  /** Pixels; of an SVG only how wide it is for its height. */
  width: number
  height: number
  /** Hex. */
  sha256: string
  content: Uint8Array
  created_at: InstantText
}

/** The files of an accepted request are its ticket's, too. */
export type TicketAttachmentTable = { file_id: string; ticket_id: string }
